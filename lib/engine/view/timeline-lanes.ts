// The branches of a split as lanes: which of the run's positions walk each, under which name, and what they did.

import type { NodeStatus } from '../state.ts';
import type { SplitBody } from './branch-bodies.ts';
import type { Bar, Timeline } from './timeline.ts';

type PlacedBar = { node: string; bar: Bar };
export type BranchLane = {
  key: string;
  label: string;
  positions: Set<string>;
  nodes: ReadonlySet<string>;
  /** Everything that was done there and in what it split into, in the order of time. */
  placed: PlacedBar[];
};

function itemWords(item: unknown): string {
  const text = typeof item === 'string' ? item : (JSON.stringify(item) ?? '');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** One lane a branch; a split that was visited again walks them again. Before it has started, the written ones. */
export function lanesOf(timeline: Timeline, splitBars: readonly Bar[], body: SplitBody): BranchLane[] {
  const isMap = body.branches[0]?.key === null;
  const lanes = new Map<string, BranchLane>();
  const laneOf = (key: string, label: string): BranchLane => {
    const nodes = body.branches.find((branch) => branch.key === key)?.nodes ?? body.nodes;
    const lane = lanes.get(key) ?? { key, label, positions: new Set(), nodes, placed: [] };
    lanes.set(key, lane);
    return lane;
  };
  for (const { branches = [] } of splitBars) {
    for (const { key, position, item } of branches) {
      laneOf(key, isMap ? `${key} · ${itemWords(item)}` : key).positions.add(position);
    }
  }
  if (splitBars.length === 0) for (const { key } of body.branches) laneOf(key ?? '', key ?? 'each');
  fillLanes(timeline, body, [...lanes.values()]);
  return [...lanes.values()];
}

/** One pass over the bars, however many items a map has. */
function fillLanes(timeline: Timeline, body: SplitBody, lanes: BranchLane[]) {
  const laneAt = new Map(lanes.flatMap((lane) => [...lane.positions].map((position) => [position, lane] as const)));
  for (const node of body.nodes) {
    for (const bar of timeline.tracks[node]?.bars ?? []) {
      let position = bar.position;
      while (position && !laneAt.has(position)) position = position.slice(0, Math.max(0, position.lastIndexOf('/')));
      laneAt.get(position)?.placed.push({ node, bar });
    }
  }
  for (const { placed } of lanes) placed.sort((a, b) => a.bar.start - b.bar.start || a.bar.seq - b.bar.seq);
}

/** What a lane shows of itself: the work in it, not the splits around that work. */
export function laneWork({ placed }: BranchLane): PlacedBar[] {
  return placed.filter(({ bar }) => !bar.branches);
}

/** What one node did on this branch itself. */
export function laneBars({ placed, positions }: BranchLane, node: string): Bar[] {
  return placed.flatMap((one) => (one.node === node && positions.has(one.bar.position) ? [one.bar] : []));
}

/** How a row stands, from what it shows: what is open says more than what came last. */
export function statusOfBars(bars: readonly Bar[]): NodeStatus {
  const last = bars.findLast(({ end }) => end === null) ?? bars.at(-1);
  if (!last) return 'pending';
  if (last.cut) return 'cancelled';
  if (last.kind === 'backoff') return 'running';
  if (last.stops && last.note === 'abort') return last.stops;
  if (last.kind === 'waiting') return last.end === null ? 'waiting' : 'completed';
  return last.kind;
}

/** `3 completed · 1 failed`. */
export function countWords(statuses: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(' · ');
}
