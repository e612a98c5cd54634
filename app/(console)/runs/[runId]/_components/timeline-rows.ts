// Which rows the timeline has: a node in its written place, its tools under it. Rows never change their order.
import type { NodeStatus, RunState } from '#lib/engine/state.ts';
import type { Bar, Timeline } from '#lib/engine/timeline.ts';
import type { Graph, GraphNode } from '#lib/workflow/graph.ts';

export type TimelineRow = {
  key: string;
  node: string;
  label: string;
  type: string;
  status: NodeStatus;
  depth: 0 | 1;
  visits: number;
  bars: readonly Bar[];
};

const noBars: readonly Bar[] = [];

/** Tools known from the workflow stand there from the start, so that a call does not push the rows below it down. */
function toolsOf(node: GraphNode, timeline: Timeline): string[] {
  const { server, tool } = node.fields;
  const planned = typeof server === 'string' && typeof tool === 'string' ? [`${server}.${tool}`] : [];
  return [...new Set([...planned, ...Object.keys(timeline.tracks[node.id]?.tools ?? {})])];
}

export function timelineRows(graph: Graph, state: RunState, timeline: Timeline): TimelineRow[] {
  return graph.nodes.flatMap((node) => {
    const track = timeline.tracks[node.id];
    const known = state.nodes[node.id];
    const common = { node: node.id, status: known?.status ?? 'pending', visits: known?.visits ?? 0 } as const;
    const rows: TimelineRow[] = [
      { ...common, key: node.id, label: node.name || node.id, type: node.type, depth: 0, bars: track?.bars ?? noBars },
    ];
    for (const tool of toolsOf(node, timeline)) {
      rows.push({
        ...common,
        key: `${node.id} ${tool}`,
        label: tool,
        type: 'tool call',
        depth: 1,
        bars: track?.tools[tool] ?? noBars,
      });
    }
    return rows;
  });
}

export type RowFilter = { text: string; errorsOnly: boolean };

export function isShown(row: TimelineRow, filter: RowFilter): boolean {
  const text = filter.text.trim().toLowerCase();
  const hasError = row.status === 'failed' || row.bars.some(({ kind }) => kind === 'failed' || kind === 'interrupted');
  if (filter.errorsOnly && !hasError) return false;
  return !text || `${row.node} ${row.label} ${row.type}`.toLowerCase().includes(text);
}
