// Which nodes a fork walks at the same time, and where it goes when they are joined. Drawn nodes belong to the innermost
// fork whose branches lead to them and which can not also be reached by going on after it.
import { findNode, type Graph, type GraphNode } from '../../workflow/graph.ts';

export type ForkBody = {
  fork: string;
  /** The branches in order with all that they lead to; a map has one, without a name. */
  branches: { key: string | null; nodes: Set<string> }[];
  nodes: Set<string>;
  /** Where the fork goes on. */
  after: string[];
};

function startsOf(node: GraphNode): [string | null, string][] {
  const { branches, body } = node.fields;
  if (node.type === 'map' && typeof body === 'string') return [[null, body]];
  if (node.type !== 'parallel' || typeof branches !== 'object' || branches === null) return [];
  return Object.entries(branches as Record<string, string>);
}

/** Where a node leads; what leads to a member of a group leads to the fork that starts the group. */
export function drawnWays(graph: Graph, from: string): string[] {
  const ways = (graph.successors[from] ?? []).map((to) => {
    const group = findNode(graph, to)?.group ?? null;
    return group === null || group === from ? to : group;
  });
  return [...new Set(ways)].filter((to) => findNode(graph, to));
}

function reach(graph: Graph, from: string[], stop: string): Set<string> {
  const reached = new Set(from.filter((id) => id !== stop));
  for (const id of reached) for (const way of drawnWays(graph, id)) if (way !== stop) reached.add(way);
  return reached;
}

function bodyOf(graph: Graph, node: GraphNode): ForkBody[] {
  const starts = startsOf(node);
  if (starts.length === 0) return [];
  const first = new Set(starts.map(([, start]) => start));
  const after = drawnWays(graph, node.id).filter((way) => !first.has(way));
  const outside = reach(graph, after, node.id);
  const branches = starts.map(([key, start]) => ({
    key,
    nodes: reach(graph, [start], node.id).difference(outside),
  }));
  const nodes = new Set(branches.flatMap((branch) => [...branch.nodes]));
  return [{ fork: node.id, branches, nodes, after }];
}

export function forkBodies(graph: Graph): ForkBody[] {
  return graph.nodes.flatMap((node) => bodyOf(graph, node));
}

/** The innermost fork around each node. */
export function innermostForks(bodies: ForkBody[]): Map<string, string> {
  const inside = new Map<string, string>();
  for (const { fork, nodes } of bodies.toSorted((a, b) => b.nodes.size - a.nodes.size)) {
    for (const id of nodes) inside.set(id, fork);
  }
  return inside;
}
