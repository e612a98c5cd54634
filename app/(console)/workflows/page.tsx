import { FilePlus, FileQuestion } from 'lucide-react';
import type { Metadata } from 'next';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import { may } from '#lib/people/may.ts';
import { listWorkflows } from '#lib/runs/read-workflows.ts';
import { PageHeader } from '../../_components/page-header.tsx';
import { LiveBadge } from '../../_components/shell/live-badge.tsx';
import { PaletteButton } from '../../_components/shell/palette-button.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { EmptyState } from '../../_components/ui/empty-state.tsx';
import { AddWorkflow } from './add-workflow.tsx';
import { FollowFiles } from './follow-files.tsx';
import { WorkflowCard } from './workflow-card.tsx';

export const metadata: Metadata = { title: 'Workflows' };

type Props = { searchParams: Promise<{ add?: string | string[] }> };

export default async function WorkflowsPage({ searchParams }: Props) {
  const { house, actor } = await enterPage('see');
  const mayEdit = may(actor, 'edit_workflow');
  const isAdding = (await searchParams).add !== undefined;
  const workflows = await listWorkflows(house, actor);
  return (
    <>
      <PageHeader
        heading="Workflows"
        actions={
          <>
            <PaletteButton />
            {mayEdit && (
              <ButtonLink href={paths.addWorkflow()}>
                <FilePlus aria-hidden />
                <span>
                  Add<span className="phone:sr-only"> a workflow</span>
                </span>
              </ButtonLink>
            )}
          </>
        }
      >
        <span className="text-faint text-xs tabular-nums">{workflows.length}</span>
        <LiveBadge />
      </PageHeader>
      <FollowFiles />
      {mayEdit && <AddWorkflow isOpen={isAdding} />}
      {workflows.length === 0 ? (
        <EmptyState icon={<FileQuestion />} heading="No workflows">
          Put a YAML file into <code className="break-all font-mono text-xs">{house.env.workflowsDirectory}</code> and
          it shows up here.
        </EmptyState>
      ) : (
        <ul className="grid gap-3 p-5 sm:grid-cols-2 xl:grid-cols-3 phone:p-4">
          {workflows.map((workflow) => (
            <WorkflowCard key={workflow.file} workflow={workflow} />
          ))}
        </ul>
      )}
    </>
  );
}
