import { ListChecks, SearchX } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import type { WorkflowSummary } from '#lib/runs/views.ts';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { EmptyState } from '../../_components/ui/empty-state.tsx';

/** The sample that needs no key and no network. */
const sample = 'hello-gates';

export function NoRuns({ isFiltered, workflows }: { isFiltered: boolean; workflows: WorkflowSummary[] }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX />}
        heading="No run fits this filter"
        actions={<ButtonLink href={paths.runs()}>Show all runs</ButtonLink>}
      >
        Try a part of the id, another status, or fewer words.
      </EmptyState>
    );
  }
  const hasSample = workflows.some((workflow) => workflow.workflow === sample && workflow.ok);
  return (
    <EmptyState
      icon={<ListChecks />}
      heading="No runs yet"
      actions={
        <>
          {hasSample && (
            <ButtonLink href={`${paths.workflow(sample)}#start`} variant="primary">
              Start hello-gates
            </ButtonLink>
          )}
          <ButtonLink href={paths.workflows()}>All workflows</ButtonLink>
        </>
      }
    >
      {hasSample
        ? 'The sample hello-gates needs no key and no network. It runs a command, asks you two questions and leaves files to look at, in a few seconds.'
        : 'Put a workflow file into the workflows folder, then start it. Every run shows up here, live.'}
    </EmptyState>
  );
}
