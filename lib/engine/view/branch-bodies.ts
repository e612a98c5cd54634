// Which nodes a split walks at the same time, and where it goes when they are joined; which nodes a loop walks in a round.
// Drawn nodes belong to the innermost of those that lead to them, if they can not also be reached by going on after it.
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

/** What leads to a member of a group leads to the split that starts the group. */
function drawnEnd(graph: Graph, from: string, to: string): string {
  const group = findNode(graph, to)?.group ?? null;
  return group === null || group === from ? to : group;
}

/** Where a node leads. */
export function drawnWays(graph: Graph, from: string): string[] {
  const ways = (graph.successors[from] ?? []).map((to) => drawnEnd(graph, from, to));
  return [...new Set(ways)].filter((to) => findNode(graph, to));
}

/** What is to be said of a drawn way; null for the plain way on. */
export function wordsOfWay(graph: Graph, from: string, to: string): string | null {
  const said = Object.entries(graph.way_words[from] ?? {}).filter(([end]) => drawnEnd(graph, from, end) === to);
  return said.length > 0 ? [...new Set(said.map(([, words]) => words))].join(' / ') : null;
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

export type LoopBody = { loop: string; nodes: Set<string> };

/** What leads back to the loop; a way out of a round is not part of it. */
export function loopBodies(graph: Graph): LoopBody[] {
  return graph.nodes.flatMap(({ id, traits: { rounds } }) => {
    if (!rounds) return [];
    const reachedFrom = (starts: string[]) =>
      reach(starts, (from) => drawnWays(graph, from).filter((way) => way !== id));
    const ways = drawnWays(graph, id).filter((way) => way !== id);
    const isBody = (way: string) => way === rounds.body || way === findNode(graph, rounds.body)?.group;
    const body = reachedFrom(ways.filter(isBody)).difference(reachedFrom(ways.filter((way) => !isBody(way))));
    const leadsBack = (node: string) => reach([node], (from) => drawnWays(graph, from)).has(id);
    return [{ loop: id, nodes: new Set([...body].filter(leadsBack)) }];
  });
}

/** The innermost split around each node. */
export function innermostSplits(bodies: SplitBody[]): Map<string, string> {
  return innermost(bodies.map(({ split, nodes }) => ({ around: split, nodes })));
}

/** What is innermost around each node; nothing is inside itself, by whatever way. */
export function innermost(bodies: { around: string; nodes: ReadonlySet<string> }[]): Map<string, string> {
  const inside = new Map<string, string>();
  for (const { around, nodes } of bodies.toSorted((a, b) => b.nodes.size - a.nodes.size)) {
    for (const id of nodes) inside.set(id, around);
  }
  for (const id of [...inside.keys()]) {
    const above = reach([inside.get(id) ?? id], (one) => [inside.get(one) ?? one]);
    if (above.has(id)) inside.delete(id);
  }
  return inside;
}
