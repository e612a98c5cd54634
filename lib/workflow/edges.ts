// Where a node of a graph can lead, and everything that can come after it. Dynamic targets (`${…}`) may lead anywhere.
import { definitionOf } from '../nodes/index.ts';
import { findNode, followingNode, type Graph, type GraphNode } from './graph.ts';
import { fallsThrough, type Leaving, targetsOf } from './node-targets.ts';

export type Edge = { to: string; via: string };

function leavingOf(node: GraphNode): Leaving {
  return {
    type: node.type,
    definition: definitionOf(node.type),
    fields: node.fields,
    gates: node.gates.map((spec, index) => ({ spec, at: ['gate', index] })),
    common: { conditions: node.conditions, next: node.next ?? undefined, on_failure: node.on_failure },
  };
}

export function edgesOf(graph: Graph, node: GraphNode): Edge[] {
  const leaving = leavingOf(node);
  const following = followingNode(graph, node.id);
  const edges = targetsOf(leaving).flatMap(({ target, at }): Edge[] => {
    const via = at.join('.');
    if (findNode(graph, target)) return [{ to: target, via }];
    if (target.includes('${')) return graph.nodes.map(({ id }) => ({ to: id, via }));
    return target === 'next' && following ? [{ to: following.id, via }] : [];
  });
  return following && fallsThrough(leaving) ? [...edges, { to: following.id, via: 'next' }] : edges;
}

const known = new WeakMap<Graph, Map<string, ReadonlySet<string>>>();

/** The node and everything that can come after it. */
export function reachableFrom(graph: Graph, id: string): ReadonlySet<string> {
  const cache = known.get(graph) ?? new Map<string, ReadonlySet<string>>();
  known.set(graph, cache);
  const found = cache.get(id);
  if (found) return found;
  const reached = new Set([id]);
  // A set is walked in the order of adding, including what is added on the way.
  for (const next of reached) {
    const node = findNode(graph, next);
    for (const { to } of node ? edgesOf(graph, node) : []) reached.add(to);
  }
  cache.set(id, reached);
  return reached;
}
