// Which nodes a split walks at the same time, and where it goes when they are joined. Drawn nodes belong to the innermost
// split whose branches lead to them and which can not also be reached by going on after it.
import { findNode, type Graph, type GraphNode } from '../../workflow/graph.ts';
import { reach } from '../../workflow/reach.ts';

export type SplitBody = {
  split: string;
  /** The branches in order with all that they lead to; a map has one, without a name. */
  branches: { key: string | null; nodes: Set<string> }[];
  nodes: Set<string>;
  /** Where the split goes on. */
  after: string[];
};

/** Where a node leads; what leads to a member of a group leads to the split that starts the group. */
export function drawnWays(graph: Graph, from: string): string[] {
  const ways = (graph.successors[from] ?? []).map((to) => {
    const group = findNode(graph, to)?.group ?? null;
    return group === null || group === from ? to : group;
  });
  return [...new Set(ways)].filter((to) => findNode(graph, to));
}

function bodyOf(graph: Graph, { id, traits }: GraphNode): SplitBody[] {
  if (traits.branches.length === 0) return [];
  const isOther = (way: string) => way !== id;
  const reachedFrom = (starts: string[]) =>
    reach(starts.filter(isOther), (from) => drawnWays(graph, from).filter(isOther));
  const starts = new Set(traits.branches.map(({ start }) => start));
  const after = drawnWays(graph, id).filter((way) => !starts.has(way));
  const outside = reachedFrom(after);
  const branches = traits.branches.map(({ key, start }) => ({ key, nodes: reachedFrom([start]).difference(outside) }));
  const nodes = new Set(branches.flatMap((branch) => [...branch.nodes]));
  return [{ split: id, branches, nodes, after }];
}

export function splitBodies(graph: Graph): SplitBody[] {
  return graph.nodes.flatMap((node) => bodyOf(graph, node));
}

/** The innermost split around each node. */
export function innermostSplits(bodies: SplitBody[]): Map<string, string> {
  const inside = new Map<string, string>();
  for (const { split, nodes } of bodies.toSorted((a, b) => b.nodes.size - a.nodes.size)) {
    for (const id of nodes) inside.set(id, split);
  }
  return inside;
}
