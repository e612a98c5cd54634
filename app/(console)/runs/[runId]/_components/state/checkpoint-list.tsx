import { GitFork, Undo2 } from 'lucide-react';
import { LiveOnly } from '#app/_client/run-source.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import type { RunState } from '#lib/engine/state.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';

/** The run's checkpoints, newest first, each with the two ways back to it. */
export function CheckpointList({ state }: { state: RunState }) {
  const checkpoints = Object.entries(state.checkpoints).sort(([, a], [, b]) => b.seq - a.seq);
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {checkpoints.map(([name, { label, seq, at }]) => (
        <li key={name} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-1">
          <span className="min-w-0 flex-1 truncate">
            {visibleText(label)}
            {label !== name && <span className="ml-1.5 font-mono text-faint text-xs">{visibleText(name)}</span>}
            <span className="ml-2 text-faint text-xs">
              <RelativeTime at={at} />
            </span>
          </span>
          <LiveOnly>
            <ButtonLink size="sm" href={paths.runPlan(state.run, 'rollback', { checkpoint: name })}>
              <Undo2 aria-hidden />
              Roll back
            </ButtonLink>
            <ButtonLink size="sm" href={paths.runPlan(state.run, 'fork', { at: seq })}>
              <GitFork aria-hidden />
              Fork
            </ButtonLink>
          </LiveOnly>
        </li>
      ))}
    </ul>
  );
}
