// Where a moment stands between the left and the right edge of the timeline, as a share of its width.
// Time in which the run only waits is folded when it would dwarf the work; the rest stays in proportion.
import type { Bar, Timeline } from '../timeline.ts';

/**
 * `quiet` is the whole of the stretch in which the run only waits, of a piece that can be folded. `since` is where the
 * stretch of work begins that a piece is part of: where a fold before it ends, or with the run.
 */
export type Piece = {
  from: number;
  to: number;
  since: number;
  left: number;
  width: number;
  quiet: { from: number; to: number } | null;
  folded: boolean;
};
/** `origin` is the run's beginning, `start` and `end` are what is shown of it. */
export type TimeScale = { origin: number; start: number; end: number; pieces: Piece[] };
/** Which quiet pieces stay open, by where they begin; `none` are folded when the reader wants time as it went. */
export type Folding = { none: boolean; opened: ReadonlySet<number> };

export const foldAll: Folding = { none: false, opened: new Set() };
export const foldNone: Folding = { none: true, opened: new Set() };

/** A quiet stretch is folded when it is longer than this share of all the work … */
const dwarfing = 0.5;
/** … and then drawn as wide as this share of the work. */
const foldedWeight = 0.22;
const shortestFold = 2_000;

/** The steps an axis may end on: people read 10 s and 5 min, not 7.3 s. */
export const niceSeconds = [
  1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600, 7200, 10_800, 21_600, 43_200,
  86_400,
];

/** A live axis ends at a round length, so that bars grow inside it instead of creeping with every tick. */
export function axisEnd(timeline: Timeline, now: number): number {
  const start = timeline.start ?? now;
  if (timeline.end !== null) return Math.max(timeline.end, start + 1);
  const seconds = Math.max(0, now - start) / 1000;
  const nice = niceSeconds.find((step) => step >= seconds * 1.04) ?? Math.ceil(seconds / 86_400 + 0.04) * 86_400;
  return start + nice * 1000;
}

export function timeScale(timeline: Timeline, now: number, folding: Folding): TimeScale {
  const start = timeline.start ?? now;
  const end = axisEnd(timeline, now);
  // All of it follows from the axis' round end, never from the present itself: a scale at rest stays the same.
  const quiet = quietStretches(timeline, start, end);
  const work = Math.max(1, end - start - quiet.reduce((sum, [from, to]) => sum + to - from, 0));
  const folds = quiet.filter(([from, to]) => to - from > Math.max(shortestFold, work * dwarfing));
  return { origin: start, start, end, pieces: piecesOf(start, end, folds, work, folding) };
}

/** Stretches in which nothing ran: only waiting, or nothing at all. */
function quietStretches(timeline: Timeline, start: number, end: number): [number, number][] {
  const busy: [number, number][] = [];
  for (const track of Object.values(timeline.tracks)) {
    for (const bar of track.bars) {
      // A split is busy only with what its branches do.
      if (bar.kind !== 'waiting' && !bar.branches) busy.push([bar.start, bar.end ?? end]);
    }
  }
  busy.sort((a, b) => a[0] - b[0]);
  const quiet: [number, number][] = [];
  let reached = start;
  for (const [from, to] of busy) {
    if (from > reached) quiet.push([reached, from]);
    reached = Math.max(reached, to);
  }
  if (end > reached) quiet.push([reached, end]);
  return quiet;
}

function piecesOf(start: number, end: number, quiet: [number, number][], work: number, folding: Folding): Piece[] {
  const parts: (Pick<Piece, 'from' | 'to' | 'quiet' | 'folded'> & { weight: number })[] = [];
  const addWork = (from: number, to: number) => {
    if (to > from) parts.push({ from, to, quiet: null, folded: false, weight: to - from });
  };
  let at = start;
  for (const [from, to] of quiet) {
    addWork(at, from);
    const folded = !folding.none && !folding.opened.has(from);
    parts.push({ from, to, quiet: { from, to }, folded, weight: folded ? work * foldedWeight : to - from });
    at = to;
  }
  addWork(at, end);
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  const pieces: Piece[] = [];
  let left = 0;
  for (const { weight, ...part } of parts) {
    const before = pieces.at(-1);
    const goesOn = before && !before.folded && !part.folded;
    pieces.push({ ...part, since: goesOn ? before.since : part.from, left, width: weight / total });
    left += weight / total;
  }
  return pieces;
}

export function positionOf(scale: TimeScale, at: number): number {
  for (const piece of scale.pieces) {
    if (at < piece.to) return piece.left + piece.width * Math.max(0, (at - piece.from) / (piece.to - piece.from));
  }
  return 1;
}

/** The moment that stands at a share of the width: the other way round. */
export function momentAt(scale: TimeScale, share: number): number {
  const piece = scale.pieces.find(({ left, width }) => share < left + width);
  if (!piece) return scale.end;
  return piece.from + ((piece.to - piece.from) * Math.max(0, share - piece.left)) / piece.width;
}

export type PlacedBar = Bar & { left: number; width: number; count: number };

/** The width in which bars of a kind become one: about two pixels, less than the narrowest bar has. */
export const drawnGrain = 0.004;

/** What only touches the edge of what is shown has its time outside. */
function isSeen({ start, end }: TimeScale, from: number, to: number): boolean {
  return from === to ? from >= start && from <= end : from < end && to > start;
}

/** Bars of one row that can be seen, with their places; those that would share a pixel's width become one. */
export function placeBars(scale: TimeScale, bars: readonly Bar[], now: number): PlacedBar[] {
  const placed: PlacedBar[] = [];
  for (const bar of bars) {
    const end = bar.end ?? Math.max(now, bar.start);
    if (!isSeen(scale, bar.start, end)) continue;
    const left = positionOf(scale, bar.start);
    const right = positionOf(scale, end);
    const last = placed.at(-1);
    if (last && last.kind === bar.kind && last.position === bar.position && right - last.left < drawnGrain) {
      last.count += bar.count ?? 1;
      last.lastVisit = bar.lastVisit ?? bar.visit;
      last.width = right - last.left;
      last.end = bar.end;
    } else placed.push({ ...bar, left, width: Math.max(0, right - left), count: bar.count ?? 1 });
  }
  return placed;
}
