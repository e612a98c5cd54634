import { visibleText } from '../html/visible-text.ts';
import type { Graph } from '../workflow/graph.ts';

/** The graph with names and descriptions as people may read them: what hides or reorders text is shown as what it is. */
export function readableGraph(graph: Graph): Graph {
  const readable = <Text extends string | null>(text: Text) => (text === null ? text : visibleText(text)) as Text;
  return {
    ...graph,
    description: readable(graph.description),
    nodes: graph.nodes.map((node) => ({
      ...node,
      name: readable(node.name),
      description: readable(node.description),
    })),
  };
}
