// Everything that can come after a place. Needs nothing but the graph, so the browser uses it too.
import type { Graph } from './graph.ts';

/** The starts and all that they lead to, by whatever `waysFrom` says. */
export function reach<Place>(starts: Iterable<Place>, waysFrom: (place: Place) => Iterable<Place>): Set<Place> {
  const reached = new Set(starts);
  // A set is walked in the order of adding, including what is added on the way.
  for (const place of reached) for (const way of waysFrom(place)) reached.add(way);
  return reached;
}

const known = new WeakMap<Graph, Map<string, ReadonlySet<string>>>();

export function reachableFrom(graph: Graph, id: string): ReadonlySet<string> {
  const cache = known.get(graph) ?? new Map<string, ReadonlySet<string>>();
  known.set(graph, cache);
  const found = cache.get(id);
  if (found) return found;
  const reached = reach([id], (one) => graph.successors[one] ?? []);
  if (reached.delete('*')) for (const { id: node } of graph.nodes) reached.add(node);
  cache.set(id, reached);
  return reached;
}
