// Between which numbers the events of one visit lie, from its bars: for a page that asks for those it does not hold.
import type { RunView } from './run-view.ts';
import type { Bar, Timeline } from './timeline.ts';

type VisitRange = { after: number; before: number | null };

export function isOfVisit(bar: Bar, visit: number): boolean {
  return bar.visit <= visit && visit <= (bar.lastVisit ?? bar.visit);
}

/** Null when the node never had the visit. The next visit on the same way began when this one was over. */
function visitRange({ tracks }: Timeline, node: string, visit: number): VisitRange | null {
  const bars = tracks[node]?.bars ?? [];
  const first = bars.find((bar) => isOfVisit(bar, visit));
  if (!first) return null;
  const isNext = (bar: Bar) => bar.position === first.position && bar.visit > visit;
  const later = bars.filter(isNext).map(({ seq }) => seq);
  return { after: first.seq - 1, before: later.length > 0 ? later.reduce((a, b) => Math.min(a, b)) : null };
}

export type MissingEvents = { node: string; visit: number; after: number; before: number };

/** What a page lacks of the visit that is looked at, or of the node's latest; null when it holds all there is. */
export function missingRange(
  { state, timeline, events }: Pick<RunView, 'state' | 'timeline' | 'events'>,
  node: string | null,
  wanted: number | null,
): MissingEvents | null {
  const visit = wanted ?? state.nodes[node ?? '']?.visits ?? 1;
  const range = node === null ? null : visitRange(timeline, node, visit);
  const first = events[0]?.seq ?? state.seq + 1;
  if (node === null || !range || range.after + 1 >= first) return null;
  return { node, visit, after: range.after, before: Math.min(first, range.before ?? first) };
}
