// Progress: distinct nodes finished, of those and the ones that can still be reached. A run that failed or was cancelled has
// not got past the nodes where it ended: they and what could have come after them are left undone.
import type { Graph } from '../workflow/graph.ts';
import { reachableFrom } from '../workflow/reach.ts';
import type { RunState } from './state.ts';

const finished = new Set(['completed', 'skipped', 'failed']);

export function progressOf(graph: Graph, state: RunState): { done: number; total: number } {
  const stopped = state.status === 'failed' || state.status === 'cancelled' ? stoppedAt(state) : [];
  const standing = new Set(stopped);
  for (const { phase, node } of state.active) if (phase !== 'completed' && phase !== 'skipped') standing.add(node);
  const done = new Set<string>();
  for (const id in state.nodes) if (finished.has(state.nodes[id]?.status ?? '') && !standing.has(id)) done.add(id);
  const ahead = new Set<string>();
  const look = (ids: Iterable<string>) => {
    for (const id of ids) if (!done.has(id)) ahead.add(id);
  };
  // From the background nothing leads on.
  const ways = new Set(stopped);
  for (const { node, background } of state.active) background ? look([node]) : ways.add(node);
  for (const node of ways) look(reachableFrom(graph, node));
  return { done: done.size, total: done.size + ahead.size };
}

/** What was cut off, and the failures after which no other node was reached. Nodes are kept in the order of their first visit. */
function stoppedAt({ nodes, ended_at: end }: RunState): string[] {
  const known = Object.entries(nodes);
  const ledOn = (at: string, index: number) =>
    known.some(([, { started_at, ended_at }], other) => {
      const reached = started_at ?? ended_at ?? '';
      return other !== index && (reached > at || (reached === at && other > index));
    });
  return known.flatMap(([id, { status, ended_at }], index) =>
    status === 'cancelled' || (status === 'failed' && !ledOn(ended_at ?? end ?? '', index)) ? [id] : [],
  );
}
