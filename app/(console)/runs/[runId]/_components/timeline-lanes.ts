// The branches of a fork as lanes: which of the run's positions walk each, under which name, and what they did.
import type { ForkBody } from '#app/_components/fork-bodies.ts';
import type { NodeStatus } from '#lib/engine/state.ts';
import { type Bar, isWithin, type Timeline } from '#lib/engine/timeline.ts';

export type BranchLane = { key: string; label: string; positions: ReadonlySet<string>; nodes: ReadonlySet<string> };

function itemWords(item: unknown): string {
  const text = typeof item === 'string' ? item : (JSON.stringify(item) ?? '');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** One lane a branch; a fork that was visited again walks them again. Before it has started, the written ones. */
export function lanesOf(forkBars: readonly Bar[], body: ForkBody): BranchLane[] {
  const isMap = body.branches[0]?.key === null;
  const lanes = new Map<string, { label: string; positions: Set<string> }>();
  for (const bar of forkBars) {
    for (const { key, position, item } of bar.branches ?? []) {
      const known = lanes.get(key) ?? { label: key, positions: new Set<string>() };
      known.positions.add(position);
      if (isMap) known.label = `${key} · ${itemWords(item)}`;
      lanes.set(key, known);
    }
  }
  if (lanes.size === 0 && forkBars.length === 0) {
    for (const { key } of body.branches) lanes.set(key ?? '', { label: key ?? 'each', positions: new Set() });
  }
  return [...lanes].map(([key, lane]) => {
    const nodes = body.branches.find((branch) => branch.key === key)?.nodes ?? body.nodes;
    return { key, nodes, ...lane };
  });
}

/** Everything a branch did, with what it forked into, in the order of time. */
export function laneBars(timeline: Timeline, { positions, nodes }: BranchLane): { node: string; bar: Bar }[] {
  const isHere = (bar: Bar) => !bar.branches && [...positions].some((position) => isWithin(bar.position, position));
  return [...nodes]
    .flatMap((node) => (timeline.tracks[node]?.bars ?? []).filter(isHere).map((bar) => ({ node, bar })))
    .sort((a, b) => a.bar.start - b.bar.start || a.bar.seq - b.bar.seq);
}

/** How a row stands, from what it shows: what is open says more than what came last. */
export function statusOfBars(bars: readonly Bar[]): NodeStatus {
  const last = bars.findLast(({ end }) => end === null) ?? bars.at(-1);
  if (!last) return 'pending';
  if (last.kind === 'backoff') return 'running';
  if (last.kind === 'waiting') return last.end === null ? 'waiting' : 'completed';
  return last.kind;
}

/** `3 completed · 1 failed`. */
export function countWords(statuses: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(' · ');
}
