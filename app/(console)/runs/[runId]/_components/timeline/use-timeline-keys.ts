'use client';
// The keys of the timeline, which lead to every row and every round. Up and down go from row to row; right opens a row or goes
// into it, to the rounds of a loop; left folds it or goes out of it. Enter opens the details.
import { type RefObject, useEffect, useRef } from 'react';
import { isAt, type OpenRows, type TimelineRow } from '#lib/engine/view/timeline-rows.ts';
import { keyIsTaken } from '../key-is-taken.ts';
import type { RunUrl } from '../use-run-url.ts';
import { nextFailure, rowsAround } from './next-failure.ts';
import type { RowCursor } from './use-row-cursor.ts';
import type { TimeWindowHandle } from './use-time-window.ts';
import { zoomStep } from './zoom-controls.tsx';

export type TimelineHands = {
  area: RefObject<HTMLElement | null>;
  rows: TimelineRow[];
  /** Those that are folded away too. */
  everyRow: () => TimelineRow[];
  cursor: RowCursor;
  url: RunUrl;
  time: TimeWindowHandle;
  open: OpenRows;
  onOpen: (open: OpenRows) => void;
};

export function useTimelineKeys(hands: TimelineHands) {
  const latest = useRef(hands);
  useEffect(() => {
    latest.current = hands;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (keyIsTaken(event)) return;
      if (act(event, latest.current)) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function act(event: KeyboardEvent, hands: TimelineHands): boolean {
  const { rows, cursor, time, area, onOpen } = hands;
  const focused = event.target instanceof Element && area.current?.contains(event.target) ? event.target : null;
  const at = placeAt(hands, focused);
  const row = rows[at];
  const select = (next: TimelineRow | undefined) => {
    if (next) cursor.goTo(next);
    return next !== undefined;
  };
  switch (event.key) {
    case 'ArrowDown':
      return select(rows[Math.min(at + 1, rows.length - 1)]);
    case 'ArrowUp':
      return select(rows[at < 0 ? rows.length - 1 : Math.max(at - 1, 0)]);
    case 'ArrowRight':
      return row !== undefined && (goIn(hands, row, focused) || (row.group?.isOpen === true && select(rows[at + 1])));
    case 'ArrowLeft':
      return row !== undefined && (goOut(hands, row, focused) || select(rows.find(({ key }) => key === row.parent)));
    case 'e':
    case 'w':
      onOpen({ all: event.key === 'e', byKey: new Map() });
      if (row && event.key === 'w') select(rowsAround(rows, row)[0]);
      return true;
    case 'f':
      return toFailure(hands, row);
    case '+':
    case '=':
      time.zoomBy(zoomStep);
      return true;
    case '-':
      time.zoomBy(1 / zoomStep);
      return true;
    case '0':
      time.reset();
      return true;
    case 'Enter':
      if (event.target !== document.body && !focused?.closest('[data-row-link]')) return false;
      select(row);
      return focusOn(document.querySelector('[data-inspector]'));
    default:
      return false;
  }
}

/**
 * The row that has the focus, else the one that the keys came to, else the one that the address names. Presses can come faster
 * than the page is drawn: a row that they only passed may have the focus still.
 */
function placeAt({ rows, cursor, url }: TimelineHands, focused: Element | null): number {
  const { key: last, passed } = cursor.latest();
  const held = focused?.closest<HTMLElement>('[data-row]')?.dataset.row;
  const key = held === undefined || passed.has(held) ? last : held;
  const reached = rows.findIndex((row) => row.key === key);
  return reached < 0 ? rows.findIndex((row) => isAt(row, url)) : reached;
}

function withOpen(open: OpenRows, keys: string[], isOpen: boolean): OpenRows {
  return { ...open, byKey: new Map([...open.byKey, ...keys.map((key) => [key, isOpen] as const)]) };
}

function roundsOf({ area }: TimelineHands, row: TimelineRow): HTMLElement[] {
  return [...(area.current?.querySelectorAll<HTMLElement>(`[data-row="${CSS.escape(row.key)}"] [data-round]`) ?? [])];
}

/** Opens a row; in an open loop to its first round, and from there to the next. */
function goIn(hands: TimelineHands, row: TimelineRow, focused: Element | null): boolean {
  const rounds = roundsOf(hands, row);
  const at = rounds.indexOf(focused as HTMLElement);
  if (at >= 0) return focusOn(rounds[Math.min(at + 1, rounds.length - 1)]);
  if (row.group && !row.group.isOpen) {
    hands.onOpen(withOpen(hands.open, [row.key], true));
    return true;
  }
  return focusOn(rounds[0]);
}

/** Out of the rounds to their row, else folds it. */
function goOut(hands: TimelineHands, row: TimelineRow, focused: Element | null): boolean {
  const rounds = roundsOf(hands, row);
  const at = rounds.indexOf(focused as HTMLElement);
  if (at > 0) return focusOn(rounds[at - 1]);
  if (at === 0) return focusOn(rounds[0]?.closest('[data-row]')?.querySelector('[data-row-link]'));
  if (!row.group?.isOpen) return false;
  hands.onOpen(withOpen(hands.open, [row.key], false));
  return true;
}

/** Also to one that is folded away or outside of what is shown. */
function toFailure(
  { everyRow, cursor, url, time, open, onOpen }: TimelineHands,
  row: TimelineRow | undefined,
): boolean {
  const rows = everyRow();
  const failure = nextFailure(rows, { key: row?.key ?? null, visit: url.visit });
  if (!failure) return false;
  const around = rowsAround(rows, failure.row).map(({ key }) => key);
  if (around.length > 0) onOpen(withOpen(open, around, true));
  cursor.goTo(failure.row, failure.bar.visit);
  const { scale } = time;
  const { start } = failure.bar;
  if (start < scale.start || start > scale.end) {
    const from = Math.max(0, Math.round(start - scale.origin - (scale.end - scale.start) / 2));
    time.showTime({ from, to: from + Math.round(scale.end - scale.start) });
  }
  return true;
}

function focusOn(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.focus();
  return true;
}
