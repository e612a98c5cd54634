'use client';
// The keys of the timeline: arrows move, enter opens, f next failure, e and w unfold and fold what is under a fork.
import { useEffect, useRef } from 'react';
import { isAt, type TimelineRow } from '#lib/engine/view/timeline-rows.ts';
import { keyIsTaken } from '../key-is-taken.ts';
import type { RunUrl } from '../use-run-url.ts';

type Hands = { rows: TimelineRow[]; url: RunUrl; onToggle: (key: string) => void };

export function useTimelineKeys(rows: TimelineRow[], url: RunUrl, onToggle: (key: string) => void) {
  const latest = useRef<Hands>({ rows, url, onToggle });
  /** The row that the keys came to: several may have the same address, as what has not begun has no visit yet. */
  const reached = useRef<string | null>(null);
  useEffect(() => {
    latest.current = { rows, url, onToggle };
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (keyIsTaken(event)) return;
      if (act(event, latest.current, reached)) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function act(event: KeyboardEvent, { rows, url, onToggle }: Hands, reached: { current: string | null }): boolean {
  const nodes = rows.filter(isStop);
  // Presses can come faster than the page is drawn: where the reader is, is what the address says now.
  const params = new URLSearchParams(window.location.search);
  const place = { node: params.get('node'), visit: Number(params.get('visit')) || null };
  const first = nodes.findIndex((row) => isAt(row, place));
  const last = nodes.findIndex((row) => row.key === reached.current && isPlaceOf(row, place));
  const at = last < 0 ? first : last;
  const select = (row: TimelineRow | undefined) => {
    reached.current = row?.key ?? null;
    return goTo(row, url);
  };
  switch (event.key) {
    case 'ArrowDown':
    case ']':
      return select(nodes[Math.min(at + 1, nodes.length - 1)]);
    case 'ArrowUp':
    case '[':
      return select(nodes[at < 0 ? nodes.length - 1 : Math.max(at - 1, 0)]);
    case 'f':
      return select(nextFailure(nodes, at));
    case 'e':
    case 'w':
      return fold(nodes[at], event.key === 'e', onToggle);
    case 'Enter':
      return event.target === document.body && focusOn('[data-inspector]');
    default:
      return false;
  }
}

function nextFailure(nodes: TimelineRow[], at: number): TimelineRow | undefined {
  const failed = ({ status, bars }: TimelineRow) => status === 'failed' || bars.some(({ kind }) => kind === 'failed');
  return nodes.slice(at + 1).find(failed) ?? nodes.find(failed);
}

/** Nodes, and branches that are folded: what is in those has no rows of its own. */
function isStop({ kind, group }: TimelineRow): boolean {
  return kind === 'node' || (kind === 'branch' && group?.isOpen === false);
}

function isPlaceOf(row: TimelineRow, place: { node: string | null; visit: number | null }): boolean {
  return row.node === place.node && row.visit === place.visit;
}

function goTo(row: TimelineRow | undefined, url: RunUrl): boolean {
  if (!row) return false;
  url.goTo({ node: row.node, visit: row.visit }, 'replace');
  document.querySelector(`[data-row="${CSS.escape(row.key)}"]`)?.scrollIntoView({ block: 'nearest' });
  return true;
}

function fold(row: TimelineRow | undefined, isOpen: boolean, onToggle: (key: string) => void): boolean {
  if (!row?.group || row.group.isOpen === isOpen) return false;
  onToggle(row.key);
  return true;
}

function focusOn(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  return element !== null;
}
