// Where a node of a graph can lead. Dynamic targets (`${…}`) may lead anywhere.
import { definitionOf } from '../nodes/index.ts';
import { findNode, followingNode, type Graph, type GraphNode } from './graph.ts';
import type { NodeParts } from './node-fields.ts';
import { fallsThrough, targetsOf } from './node-targets.ts';

/** The end of an edge that only the run can tell. */
const anywhere = '*';

export type Edge = { to: string; via: string };

function partsOf(node: GraphNode): NodeParts {
  return {
    definition: definitionOf(node.type),
    fields: node.fields,
    gates: node.gates.map((spec, index) => ({ spec, at: ['gate', index] })),
    common: node,
  };
}

function edgesOf(graph: Omit<Graph, 'successors'>, node: GraphNode): Edge[] {
  const parts = partsOf(node);
  const targets = targetsOf(parts);
  const following = followingNode(graph, node.id);
  const edges = targets.flatMap(({ target, at }): Edge[] => {
    const via = at.join('.');
    if (findNode(graph, target)) return [{ to: target, via }];
    if (target.includes('${')) return [{ to: anywhere, via }];
    return target === 'next' && following ? [{ to: following.id, via }] : [];
  });
  const falls = fallsThrough(parts);
  const onwards = following && falls ? [{ to: following.id, via: 'next' }] : [];
  const isEnd = node.traits.ends_run || (falls && !following) || targets.some(isCompletion(graph));
  const judged = graph.judge !== null && isEnd && node.id !== graph.judge ? [{ to: graph.judge, via: 'checks' }] : [];
  return [...edges, ...onwards, ...judged];
}

const isCompletion =
  (graph: Omit<Graph, 'successors'>) =>
  ({ target }: { target: string }) =>
    target === 'complete' && !findNode(graph, target);

/** Where each node leads, by id. */
export function successorsOf(graph: Omit<Graph, 'successors'>): Graph['successors'] {
  return Object.fromEntries(
    graph.nodes.map((node) => [node.id, [...new Set(edgesOf(graph, node).map(({ to }) => to))]]),
  );
}
