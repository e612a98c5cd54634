'use client';
import { hasFailedChecks } from '#app/_client/failed-checks.ts';
import type { Connection } from '#app/_client/follow-run.ts';
import { PageHeader } from '#app/_components/page-header.tsx';
import { shortId } from '#app/_components/short-id.ts';
import { StatusPill } from '#app/_components/status.tsx';
import { Duration, RelativeTime } from '#app/_components/time.tsx';
import { CopyButton } from '#app/_components/ui/copy-button.tsx';
import type { RunState } from '#lib/engine/state.ts';
import { paths } from '#lib/paths.ts';
import { ConnectionBadge } from './connection-badge.tsx';
import { RunControls } from './run-controls.tsx';

export type Progress = { done: number; total: number };

export function RunHeader({
  state,
  progress,
  connection,
  isArchived,
}: {
  state: RunState;
  progress: Progress;
  connection: Connection;
  isArchived: boolean;
}) {
  const from = state.started_at ?? state.created_at;
  const facts = (
    <>
      started by {state.started_by} <RelativeTime at={from} />
      {state.workflow_version && ` · v${state.workflow_version}`} · {progress.done} of {progress.total} steps
      {isArchived && ' · archived'}
    </>
  );
  return (
    <>
      <PageHeader
        parent={{ href: paths.runs(), label: 'Runs' }}
        heading={state.workflow_name}
        actions={
          <>
            <ConnectionBadge connection={connection} />
            <RunControls runId={state.run} workflow={state.workflow} status={state.status} isArchived={isArchived} />
          </>
        }
      >
        <CopyButton
          text={state.run}
          label={`Copy the run's id, ${state.run}`}
          className="-mx-1.5 flex-row-reverse px-1.5 font-mono font-normal"
        >
          #{shortId(state.run)}
        </CopyButton>
        <span aria-live="polite" className="shrink-0">
          <StatusPill status={state.status} hasFailedChecks={hasFailedChecks(state)}>
            <Duration from={from} to={state.ended_at} className="font-normal" />
          </StatusPill>
        </span>
        <p className="min-w-32 flex-1 basis-0 truncate text-mute text-xs phone:hidden">{facts}</p>
      </PageHeader>
      <p className="hidden px-4 pt-3 text-mute text-xs phone:block">{facts}</p>
      {state.ended_at && state.message && (
        <p className="mx-4 mt-3 hidden rounded-md border border-line bg-panel px-3 py-2 text-sm max-lg:block">
          <span className="text-mute">{state.status === 'failed' ? 'Why it failed: ' : 'Result: '}</span>
          {state.message}
        </p>
      )}
    </>
  );
}
