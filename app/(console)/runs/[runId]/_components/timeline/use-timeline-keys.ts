'use client';
// The keys of the timeline: arrows move, enter opens, f next failure, e and w unfold and fold what is under a fork.
import { useEffect, useRef } from 'react';
import { isAt, type TimelineRow } from '#lib/engine/view/timeline-rows.ts';
import { keyIsTaken } from '../key-is-taken.ts';
import type { RunUrl } from '../use-run-url.ts';

type Hands = { rows: TimelineRow[]; url: RunUrl; onToggle: (key: string) => void };

/**
 * The row that the keys came to: several may have the same address, as what has not begun has no visit yet. Presses can come
 * faster than the page is drawn, and the address shows every place that they passed, some of them late.
 */
type Reached = { key: string; place: string; passed: Set<string> };

const placeWords = ({ node, visit }: { node: string | null; visit: number | null }) => `${visit ?? ''} ${node ?? ''}`;

export function useTimelineKeys(rows: TimelineRow[], url: RunUrl, onToggle: (key: string) => void) {
  const latest = useRef<Hands>({ rows, url, onToggle });
  const reached = useRef<Reached | null>(null);
  useEffect(() => {
    latest.current = { rows, url, onToggle };
  });
  const here = placeWords(url);
  useEffect(() => {
    const { current } = reached;
    if (!current) return;
    // Drawn where the keys led, it is nowhere else any more; drawn where they did not lead, it was taken there otherwise.
    if (here === current.place) current.passed.clear();
    else if (!current.passed.has(here)) reached.current = null;
  }, [here]);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (keyIsTaken(event)) return;
      if (act(event, latest.current, reached)) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function act(event: KeyboardEvent, { rows, url, onToggle }: Hands, reached: { current: Reached | null }): boolean {
  const nodes = rows.filter(isStop);
  const last = nodes.findIndex(({ key }) => key === reached.current?.key);
  const at = last < 0 ? nodes.findIndex((row) => isAt(row, url)) : last;
  const select = (row: TimelineRow | undefined) => {
    if (!row) return false;
    const passed = reached.current?.passed ?? new Set();
    passed.add(reached.current?.place ?? placeWords(url));
    reached.current = { key: row.key, place: placeWords(row), passed };
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

function goTo(row: TimelineRow, url: RunUrl): boolean {
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
