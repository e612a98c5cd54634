// Whose output there is to read: of every node that has worked the newest attempt, the newest node first; and the one that
// an address names.
import type { RunView } from '#lib/engine/view/run-view.ts';
import { isOfVisit } from '#lib/engine/view/visit-range.ts';
import type { Graph } from '#lib/workflow/graph.ts';

export type LoggedAttempt = { node: string; visit: number; attempt: number; isRunning: boolean; isFailed: boolean };

export function loggedAttempts({ nodes }: Graph, { timeline }: Pick<RunView, 'timeline'>): LoggedAttempt[] {
  const found = nodes.flatMap(({ id, traits }) => {
    const bar = timeline.tracks[id]?.bars.findLast(({ attempt }) => attempt > 0);
    if (!bar || !traits.works) return [];
    const { visit, attempt, kind, start } = bar;
    return [{ node: id, visit, attempt, isRunning: kind === 'running', isFailed: kind === 'failed', start }];
  });
  return found.toSorted((a, b) => b.start - a.start).map(({ start: _, ...one }) => one);
}

type Named = { node: string | null; visit: number | null; attempt: number | null };

/** Undefined where no visit and no attempt is named, and where there was none like it. */
export function attemptAt({ timeline }: Pick<RunView, 'timeline'>, named: Named): LoggedAttempt | undefined {
  const { node, visit, attempt } = named;
  if (node === null || (visit === null && attempt === null)) return undefined;
  const bars = timeline.tracks[node]?.bars.filter((bar) => bar.attempt > 0) ?? [];
  const ofVisit = bars.filter((bar) => isOfVisit(bar, visit ?? bars.at(-1)?.visit ?? 1));
  const bar = ofVisit.findLast((one) => attempt === null || one.attempt === attempt);
  if (!bar) return undefined;
  const isRunning = bar.kind === 'running';
  return {
    node,
    visit: visit ?? bar.visit,
    attempt: attempt ?? bar.attempt,
    isRunning,
    isFailed: bar.kind === 'failed',
  };
}
