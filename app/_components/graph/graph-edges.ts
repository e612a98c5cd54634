// The edges of a graph as people think of them: where nodes lead, and from the ends of a split's branches on to where the
// split goes when they are joined, instead of from the split itself.

import { drawnWays, splitBodies, wordsOfWay } from '#lib/engine/view/branch-bodies.ts';
import type { Graph } from '#lib/workflow/graph.ts';

export type WrittenEdge = {
  from: string;
  to: string;
  /** What is to be said of it; null for the plain way on. */
  words: string | null;
  /** A joining edge is taken when the split goes on. */
  joins: string | null;
};

export function graphEdges(graph: Graph): WrittenEdge[] {
  const bodies = splitBodies(graph).filter(({ nodes, after }) => nodes.size > 0 && after.length > 0);
  const isLeftOut = (from: string, to: string) =>
    bodies.some(({ split, after }) => split === from && after.includes(to));
  const written = graph.nodes.flatMap(({ id }) =>
    drawnWays(graph, id)
      .filter((to) => !isLeftOut(id, to))
      .map((to): WrittenEdge => ({ from: id, to, words: wordsOfWay(graph, id, to), joins: null })),
  );
  const joining = bodies.flatMap(({ split, nodes, after }) => {
    const isEnd = (id: string) => !written.some(({ from, to }) => from === id && nodes.has(to) && to !== id);
    const ends = [...nodes].filter(isEnd);
    return ends.flatMap((from) => after.map((to): WrittenEdge => ({ from, to, words: null, joins: split })));
  });
  const keys = new Set(written.map(({ from, to }) => `${from} ${to}`));
  return [...written, ...joining.filter(({ from, to }) => !keys.has(`${from} ${to}`))];
}
