// What a node that comes by its needs finds: whether they were reached, and which of them its `prev` is.
import { definitionOf } from '../nodes/index.ts';
import { findNode, type Graph } from '../workflow/graph.ts';
import type { RunState } from './state.ts';

/** Finished, and not left out for want of its own needs. */
function isReached(graph: Graph, state: RunState, id: string): boolean {
  const status = state.nodes[id]?.status;
  if (status === 'completed') return true;
  return status === 'skipped' && (findNode(graph, id)?.needs ?? []).every((one) => isReached(graph, state, one));
}

/** The first of its needs that the run never came to; null when it may be entered. */
export function missingNeed(graph: Graph, state: RunState, id: string): string | null {
  return (findNode(graph, id)?.needs ?? []).find((one) => !isReached(graph, state, one)) ?? null;
}

/** The last needed node as written that did work; behind a checkpoint, a gate or a choice, the last that those needed. */
export function lastNeeded(graph: Graph, id: string): string | null {
  const needed = (findNode(graph, id)?.needs ?? []).flatMap((one) => findNode(graph, one) ?? []);
  const inOrder = needed.sort((a, b) => b.place.line - a.place.line || b.place.column - a.place.column);
  for (const { id: one, type } of inOrder) {
    const found = definitionOf(type)?.group === 'work' ? one : lastNeeded(graph, one);
    if (found !== null) return found;
  }
  return null;
}
