// Whose output there is to read: of every node that has worked the newest attempt, the newest node first.
import type { RunView } from '#lib/engine/view/run-view.ts';
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
