import type { Graph } from '#lib/workflow/graph.ts';
import { graphEdges, type WrittenEdge } from './graph-edges.ts';
import { type GraphLayout, layoutGraph } from './graph-layout.ts';

export function drawnGraph(graph: Graph): GraphLayout<WrittenEdge> {
  return layoutGraph(
    graph.nodes.map(({ id }) => id),
    graphEdges(graph),
  );
}
