// Progress: distinct nodes finished, of those and the ones that can still be reached.
import type { Graph } from '../workflow/graph.ts';
import { reachableFrom } from '../workflow/reach.ts';
import type { RunState } from './state.ts';

const finished = new Set(['completed', 'skipped', 'failed']);

export function progressOf(graph: Graph, state: RunState): { done: number; total: number } {
  const standing = new Set(
    state.active.filter(({ phase }) => phase !== 'completed' && phase !== 'skipped').map(({ node }) => node),
  );
  const done = new Set(
    Object.keys(state.nodes).filter((id) => finished.has(state.nodes[id]?.status ?? '') && !standing.has(id)),
  );
  let total = done.size;
  const counted = new Set<string>();
  for (const { node, background } of state.active) {
    // From the background nothing leads on.
    for (const id of background ? [node] : reachableFrom(graph, node)) {
      if (!done.has(id) && !counted.has(id)) {
        counted.add(id);
        total += 1;
      }
    }
  }
  return { done: done.size, total };
}
