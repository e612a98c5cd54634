'use client';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Connection } from '#app/_client/follow-run.ts';
import { LiveOnly, useRunSource } from '#app/_client/run-source.tsx';
import { offeredButtons } from '#app/_components/offered-buttons.ts';
import { PageHeader } from '#app/_components/page-header.tsx';
import { PersonMark } from '#app/_components/person-mark.tsx';
import { RunParent } from '#app/_components/run-parent.tsx';
import { shortId } from '#app/_components/short-id.ts';
import { StatusPill } from '#app/_components/status.tsx';
import { Duration, RelativeTime } from '#app/_components/time.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { buttonStyle } from '#app/_components/ui/button-style.ts';
import { CopyButton } from '#app/_components/ui/copy-button.tsx';
import type { RunState } from '#lib/engine/state.ts';
import { hasFailedChecks } from '#lib/engine/view/failed-checks.ts';
import { lastFailure } from '#lib/engine/view/last-failure.ts';
import { paths } from '#lib/paths.ts';
import type { RunSummary, VerbButton } from '#lib/runs/views.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import { ConnectionBadge } from './connection-badge.tsx';
import { RunControls } from './run-controls.tsx';
import { RunResult, resultHeading } from './run-result.tsx';

export type Progress = { done: number; total: number };

export function RunHeader({
  state,
  graph,
  parent,
  progress,
  connection,
  isArchived,
  asks,
  buttons,
  list,
  neighbours,
}: {
  state: RunState;
  graph: Graph;
  parent: RunSummary['parent'];
  progress: Progress;
  connection: Connection;
  isArchived: boolean;
  /** A question is open. */
  asks: boolean;
  buttons: VerbButton[];
  /** The filter of the list that one came from. */
  list: string | null;
  neighbours?: ReactNode;
}) {
  const source = useRunSource();
  const { home } = source;
  const result = resultHeading(state, graph);
  const from = state.started_at ?? state.created_at;
  const failure = lastFailure(state);
  const facts = (
    <>
      started by <PersonMark name={state.started_by} /> <RelativeTime at={from} />
      {parent && (
        <>
          {' · '}
          <RunParent parent={parent} />
        </>
      )}
      {state.workflow_version && ` · v${state.workflow_version}`} · {progress.done} of {progress.total} steps
      {isArchived && ' · archived'}
    </>
  );
  return (
    <>
      <PageHeader
        parent={home && list ? { ...home, href: paths.runsOf(list) } : (home ?? undefined)}
        heading={state.workflow_name}
        actions={
          <>
            <ConnectionBadge connection={connection} />
            <LiveOnly>
              {asks && (
                <a href="#gate" className={buttonStyle({ variant: 'primary' }, 'max-lg:hidden')}>
                  Answer
                </a>
              )}
              {failure !== null && (
                <ButtonLink
                  variant="primary"
                  href={paths.runPlan(state.run, 'restart', { node: failure })}
                  title="Shows first what would run again"
                >
                  <RotateCcw aria-hidden />
                  <span className="max-lg:sr-only">Retry</span>
                </ButtonLink>
              )}
              <RunControls
                runId={state.run}
                workflow={state.workflow}
                isArchived={isArchived}
                offered={offeredButtons(buttons, state.status)}
              />
            </LiveOnly>
          </>
        }
      >
        {neighbours}
        <CopyButton
          text={state.run}
          label={`, copy the run's id, ${state.run}`}
          className="-mx-1.5 flex-row-reverse px-1.5 font-mono font-normal md:max-lg:hidden"
        >
          #{shortId(state.run)}
        </CopyButton>
        <span aria-live="polite" className="shrink-0">
          <StatusPill status={state.status} hasFailedChecks={hasFailedChecks(state)}>
            <Duration
              from={from}
              to={state.ended_at ?? (source.isLive ? null : state.updated_at)}
              className="font-normal"
            />
          </StatusPill>
        </span>
        <p className="min-w-0 flex-1 basis-0 truncate text-mute text-xs max-lg:hidden">{facts}</p>
      </PageHeader>
      <p className="hidden px-5 pt-3 text-mute text-xs max-lg:block phone:px-4">{facts}</p>
      {state.ended_at && result && (
        <section aria-label={result} className="mx-4 mt-3 hidden max-lg:block">
          <h2 className="mb-1 text-mute text-xs">{result}</h2>
          <RunResult state={state} graph={graph} />
        </section>
      )}
    </>
  );
}
