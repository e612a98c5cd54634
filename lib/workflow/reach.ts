// Everything that can come after a node. Needs nothing but the graph, so the browser uses it too.
import type { Graph } from './graph.ts';

const known = new WeakMap<Graph, Map<string, ReadonlySet<string>>>();

export function reachableFrom(graph: Graph, id: string): ReadonlySet<string> {
  const cache = known.get(graph) ?? new Map<string, ReadonlySet<string>>();
  known.set(graph, cache);
  const found = cache.get(id);
  if (found) return found;
  const reached = new Set([id]);
  // A set is walked in the order of adding, including what is added on the way.
  for (const next of reached) for (const way of graph.successors[next] ?? []) reached.add(way);
  if (reached.delete('*')) for (const { id: node } of graph.nodes) reached.add(node);
  cache.set(id, reached);
  return reached;
}
