// The whole run in a strip: in a few lanes what went on when. Where several things share a place, the most telling is shown.
import type { BarKind, Timeline } from '../timeline.ts';
import { positionOf, type TimeScale } from './time-scale.ts';

export type Mark = { lane: number; left: number; width: number; kind: BarKind };

const columns = 240;
const mostLanes = 8;
/** The more telling, the later. */
const order: BarKind[] = [
  'skipped',
  'backoff',
  'cancelled',
  'completed',
  'waiting',
  'running',
  'interrupted',
  'failed',
];

export function laneCount(nodes: readonly string[]): number {
  return Math.max(1, Math.min(mostLanes, nodes.length));
}

/** `nodes` in the order of their rows. */
export function minimapMarks(timeline: Timeline, nodes: readonly string[], scale: TimeScale, now: number): Mark[] {
  const lanes = laneCount(nodes);
  const cells = Array.from({ length: lanes }, () => new Int8Array(columns).fill(-1));
  for (const [index, node] of nodes.entries()) {
    const lane = cells[Math.floor((index * lanes) / nodes.length)];
    if (!lane) continue;
    for (const { kind, start, end, branches } of timeline.tracks[node]?.bars ?? []) {
      if (branches) continue;
      const first = Math.min(columns - 1, Math.floor(positionOf(scale, start) * columns));
      const last = Math.ceil(positionOf(scale, end ?? Math.max(now, start)) * columns);
      const rank = order.indexOf(kind);
      for (let column = first; column < Math.max(last, first + 1); column += 1)
        lane[column] = Math.max(lane[column] ?? -1, rank);
    }
  }
  return cells.flatMap(marksOf);
}

/** Neighbours of a kind are one. */
function marksOf(cells: Int8Array, lane: number): Mark[] {
  const marks: Mark[] = [];
  let from = 0;
  for (let column = 1; column <= columns; column += 1) {
    if (column < columns && cells[column] === cells[from]) continue;
    const kind = order[cells[from] ?? -1];
    if (kind) marks.push({ lane, left: from / columns, width: (column - from) / columns, kind });
    from = column;
  }
  return marks;
}
