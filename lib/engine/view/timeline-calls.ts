// The rows under a node: each model and each tool it called, with all its calls as bars.

import type { GraphNode } from '../../workflow/graph.ts';
import { countAll } from './thin-timeline.ts';
import type { Bar, Track } from './timeline.ts';
import { statusOfBars } from './timeline-lanes.ts';
import type { TimelineRow } from './timeline-rows.ts';

/** Tools known from the workflow stand there from the start, so that a call does not push the rows below it down. */
function toolsOf(node: GraphNode, track: Track | undefined): string[] {
  const { server, tool } = node.fields;
  const planned = typeof server === 'string' && typeof tool === 'string' ? [`${server}.${tool}`] : [];
  return [...new Set([...planned, ...Object.keys(track?.tools ?? {})])];
}

/** `1,204 → 388 tokens`: what was read and written. */
export function tokenWords({ input, output }: { input: number; output: number }): string {
  return `${input.toLocaleString('en')} → ${output.toLocaleString('en')} tokens`;
}

function tokensOf(bars: readonly Bar[]): { input: number; output: number } {
  const count = (kind: 'input' | 'output') => bars.reduce((sum, { tokens }) => sum + (tokens?.[kind] ?? 0), 0);
  return { input: count('input'), output: count('output') };
}

export function callRows(row: TimelineRow, node: GraphNode, track: Track | undefined): TimelineRow[] {
  const visits = new Set(row.bars.map(({ visit }) => visit));
  const rowOf = (label: string, type: string, all: readonly Bar[], aside: (bars: readonly Bar[]) => string) => {
    const bars = row.visit === null ? all : all.filter(({ visit }) => visits.has(visit));
    return {
      ...row,
      key: `${row.key} ${label}`,
      parent: row.parent,
      kind: 'call' as const,
      label,
      type,
      status: statusOfBars(bars),
      depth: row.depth + 1,
      aside: aside(bars),
      bars,
      rounds: [],
      failure: null,
    };
  };
  const often = (bars: readonly Bar[]) => (countAll(bars) > 1 ? `${countAll(bars)} calls` : '');
  return [
    ...Object.entries(track?.models ?? {}).map(([model, bars]) =>
      rowOf(model, 'model calls', bars, (own) => (own.length > 0 ? tokenWords(tokensOf(own)) : '')),
    ),
    ...toolsOf(node, track).map((tool) => rowOf(tool, 'tool call', track?.tools[tool] ?? [], often)),
  ];
}
