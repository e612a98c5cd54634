import type { Graph, GraphNode } from '#lib/workflow/graph.ts';
import { Badge } from '../../../_components/ui/badge.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';

/** The nodes in their written order, each leading to its place in the source. What judges a run is written by nobody. */
export function NodeList({ graph }: { graph: Graph }) {
  const written = graph.nodes.filter(({ id }) => id !== graph.judge);
  return (
    <Panel heading="Nodes" aside={written.length}>
      <ol className="divide-y divide-line-soft">
        {written.map((node, index) => (
          <li key={node.id} className="flex min-h-9 items-center gap-3 px-4 py-1.5 text-sm">
            <span className="w-6 shrink-0 text-right font-mono text-faint text-xs">{index + 1}</span>
            <a
              href={`#line-${node.place.line}`}
              className="min-w-0 truncate font-medium hover:underline"
              title={node.id}
            >
              {node.name || node.id}
            </a>
            <Badge variant="outline">{node.type}</Badge>
            {node.gates.length > 0 && <Badge variant="neutral">asks</Badge>}
            {!node.enabled && <Badge variant="neutral">disabled</Badge>}
            <span className="ml-auto min-w-0 truncate text-faint text-xs phone:hidden">{wordsOf(node)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function wordsOf(node: GraphNode): string {
  return node.description ?? (node.name === node.id ? '' : node.id);
}
