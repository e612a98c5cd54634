// Where a moment stands between the left and the right edge of the timeline, as a share of its width.
// Time in which the run only waits is folded when it would dwarf the work; the rest stays in proportion.
import type { Bar, Timeline } from './timeline.ts';

export type Piece = { from: number; to: number; left: number; width: number; folded: boolean };
export type TimeScale = { start: number; end: number; pieces: Piece[] };

/** A quiet stretch is folded when it is longer than this share of all the work … */
const dwarfing = 0.5;
/** … and then drawn as wide as this share of the work. */
const foldedWeight = 0.22;
const shortestFold = 2_000;

/** The steps an axis may end on or be divided by: people read 10 s and 5 min, not 7.3 s. */
const niceSeconds = [
  1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600, 7200, 10_800, 21_600, 43_200,
  86_400,
];
const niceSteps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, ...niceSeconds];

/** A live axis ends at a round length, so that bars grow inside it instead of creeping with every tick. */
export function axisEnd(timeline: Timeline, now: number): number {
  const start = timeline.start ?? now;
  if (timeline.end !== null) return Math.max(timeline.end, start + 1);
  const seconds = Math.max(0, now - start) / 1000;
  const nice = niceSeconds.find((step) => step >= seconds * 1.04) ?? Math.ceil(seconds / 86_400 + 0.04) * 86_400;
  return start + nice * 1000;
}

export function timeScale(timeline: Timeline, now: number, foldIdle: boolean): TimeScale {
  const start = timeline.start ?? now;
  const end = axisEnd(timeline, now);
  if (!foldIdle) return { start, end, pieces: [{ from: start, to: end, left: 0, width: 1, folded: false }] };
  // All of it follows from the axis' round end, never from the present itself: a scale at rest stays the same.
  const quiet = quietStretches(timeline, start, end);
  const work = Math.max(1, end - start - quiet.reduce((sum, [from, to]) => sum + to - from, 0));
  const folds = quiet.filter(([from, to]) => to - from > Math.max(shortestFold, work * dwarfing));
  if (folds.length === 0) return { start, end, pieces: [{ from: start, to: end, left: 0, width: 1, folded: false }] };
  return { start, end, pieces: piecesOf(start, end, folds, work) };
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

function piecesOf(start: number, end: number, folds: [number, number][], work: number): Piece[] {
  const parts: { from: number; to: number; folded: boolean; weight: number }[] = [];
  let at = start;
  for (const [from, to] of folds) {
    if (from > at) parts.push({ from: at, to: from, folded: false, weight: from - at });
    parts.push({ from, to, folded: true, weight: work * foldedWeight });
    at = to;
  }
  if (at < end) parts.push({ from: at, to: end, folded: false, weight: end - at });
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  let left = 0;
  return parts.map(({ weight, ...part }) => {
    const piece = { ...part, left, width: weight / total };
    left += piece.width;
    return piece;
  });
}

export function positionOf(scale: TimeScale, at: number): number {
  for (const piece of scale.pieces) {
    if (at < piece.to) return piece.left + piece.width * Math.max(0, (at - piece.from) / (piece.to - piece.from));
  }
  return 1;
}

export type PlacedBar = Bar & { left: number; width: number; count: number };

/** Bars of one row with their places; bars that would share a pixel's width become one, so a long loop stays cheap. */
export function placeBars(scale: TimeScale, bars: readonly Bar[], now: number, grain = 0.002): PlacedBar[] {
  const placed: PlacedBar[] = [];
  for (const bar of bars) {
    const left = positionOf(scale, bar.start);
    const right = positionOf(scale, bar.end ?? Math.max(now, bar.start));
    const last = placed.at(-1);
    if (last && last.kind === bar.kind && last.position === bar.position && right - last.left < grain) {
      last.count += bar.count ?? 1;
      last.lastVisit = bar.lastVisit ?? bar.visit;
      last.width = right - last.left;
      last.end = bar.end;
    } else placed.push({ ...bar, left, width: Math.max(0, right - left), count: bar.count ?? 1 });
  }
  return placed;
}

/** `since` is set inside a stretch that begins after a fold: how long after its beginning. */
export type Tick = { left: number; elapsed: number; since: number | null };

/** Round moments of the unfolded stretches, far enough apart to be read, and the end of every fold. */
export function ticksOf(scale: TimeScale, wanted = 5): Tick[] {
  const open = scale.pieces.filter((piece) => !piece.folded);
  const shown = open.reduce((sum, piece) => sum + piece.width, 0);
  const length = open.reduce((sum, piece) => sum + piece.to - piece.from, 0);
  const step = (niceSteps.find((seconds) => seconds * 1000 >= length / (wanted * (shown || 1))) ?? 86_400) * 1000;
  const ticks: Tick[] = [];
  for (const { from, to } of open) {
    for (let at = from; at < to; at += step) {
      const left = positionOf(scale, at);
      const last = ticks.at(-1);
      if (left > 0.97 || (last && left - last.left < 0.07)) continue;
      ticks.push({ left, elapsed: at - scale.start, since: from > scale.start && at > from ? at - from : null });
    }
  }
  return ticks;
}
