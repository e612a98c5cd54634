// The part of a run's time that is looked at: how it is moved and made wider or narrower, and the scale that shows only it.
// It is kept in time, as milliseconds since the run began, so that it means the same to everybody who is sent it, whatever
// is folded and however long the run still goes on. It is moved as it is seen: by shares of the width.
import { momentAt, positionOf, type TimeScale } from './time-scale.ts';

/** Null, where one may be missing, is the whole run. */
export type TimeWindow = { from: number; to: number };
/** From where to where it stands on the scale of the whole run. */
export type Span = { left: number; right: number };

/** What is shorter than this is not worth looking at, in milliseconds. */
const shortest = 5;
const rounding = 1e-9;

export function windowOf(text: string | null): TimeWindow | null {
  const [, from, to] = /^(\d{1,14})-(\d{1,14})$/.exec(text ?? '') ?? [];
  return Number(from) < Number(to) ? { from: Number(from), to: Number(to) } : null;
}

export function windowWords({ from, to }: TimeWindow): string {
  return `${from}-${to}`;
}

/** The scale of that part alone; of the whole run when the part lies outside of it. */
export function windowed(scale: TimeScale, window: TimeWindow | null): TimeScale {
  if (!window) return scale;
  const start = Math.max(scale.start, scale.origin + window.from);
  const end = Math.min(scale.end, scale.origin + window.to);
  if (start >= end) return scale;
  const { left, right } = spanOf(scale, window);
  const pieces = scale.pieces
    .filter(({ from, to }) => from < end && to > start)
    .map((piece) => {
      const [from, to] = [Math.max(piece.from, start), Math.min(piece.to, end)];
      const cut = piece.left + (piece.width * (from - piece.from)) / (piece.to - piece.from);
      const width = (piece.width * (to - from)) / (piece.to - piece.from);
      return { ...piece, from, to, left: (cut - left) / (right - left), width: width / (right - left) };
    });
  return { ...scale, start, end, pieces };
}

export function spanOf(scale: TimeScale, window: TimeWindow | null): Span {
  if (!window) return { left: 0, right: 1 };
  const left = positionOf(scale, scale.origin + window.from);
  const right = positionOf(scale, scale.origin + window.to);
  return left < right ? { left, right } : { left: 0, right: 1 };
}

/** The window that stands there; the whole run is none. */
export function windowAt(scale: TimeScale, { left, right }: Span): TimeWindow | null {
  const length = scale.end - scale.origin;
  const from = Math.max(0, Math.round(momentAt(scale, Math.max(0, left)) - scale.origin));
  const to = Math.min(length, Math.max(from + shortest, Math.round(momentAt(scale, right) - scale.origin)));
  if (left <= rounding && right >= 1 - rounding) return null;
  return { from: Math.min(from, Math.max(0, to - shortest)), to };
}

/** How narrow a window may become, as a share of the whole. */
function narrowest(scale: TimeScale): number {
  const work = scale.pieces.filter(({ folded }) => !folded);
  const [first] = work.length > 0 ? work : scale.pieces;
  return first ? Math.min(1, (shortest * first.width) / (first.to - first.from)) : 1;
}

/** What stands at `focus`, a share of what is shown, stays there. */
export function zoomed(scale: TimeScale, span: Span, factor: number, focus = 0.5): Span {
  const width = span.right - span.left;
  const next = Math.min(1, Math.max(narrowest(scale), width / factor));
  return placed(span.left + focus * (width - next), next);
}

/** By a share of what is shown. */
export function moved(span: Span, by: number): Span {
  const width = span.right - span.left;
  return placed(span.left + by * width, width);
}

function placed(left: number, width: number): Span {
  const inside = Math.min(1 - width, Math.max(0, left));
  return { left: inside, right: inside + width };
}

/** Moves one edge; it never passes the other. */
export function edgeMoved(scale: TimeScale, span: Span, edge: 'left' | 'right', to: number): Span {
  const least = narrowest(scale);
  if (edge === 'left') return { ...span, left: Math.min(span.right - least, Math.max(0, to)) };
  return { ...span, right: Math.max(span.left + least, Math.min(1, to)) };
}

/** How far it is zoomed in, from 0 for the whole run to 1 for as near as it goes; each step shows the same share less. */
export function zoomLevel(scale: TimeScale, { left, right }: Span): number {
  const most = Math.log(narrowest(scale));
  return most === 0 ? 0 : Math.min(1, Math.max(0, Math.log(right - left) / most));
}

export function atZoomLevel(scale: TimeScale, span: Span, level: number): Span {
  const width = Math.exp(Math.log(narrowest(scale)) * level);
  return zoomed(scale, span, (span.right - span.left) / width);
}
