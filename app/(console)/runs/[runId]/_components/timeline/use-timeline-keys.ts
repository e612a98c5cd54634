'use client';
// The keys of the timeline: arrows move, enter opens, f next failure, e and w unfold and fold what is under a fork.
import { useEffect, useRef } from 'react';
import { isAt, type TimelineRow } from '#lib/engine/view/timeline-rows.ts';
import { keyIsTaken } from '../key-is-taken.ts';
import type { RunUrl } from '../use-run-url.ts';

export function useTimelineKeys(rows: TimelineRow[], url: RunUrl, onToggle: (key: string) => void) {
  const latest = useRef({ rows, url, onToggle });
  useEffect(() => {
    latest.current = { rows, url, onToggle };
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (keyIsTaken(event)) return;
      const { rows, url, onToggle } = latest.current;
      if (act(event, rows, url, onToggle)) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function act(event: KeyboardEvent, rows: TimelineRow[], url: RunUrl, onToggle: (key: string) => void): boolean {
  const nodes = rows.filter(({ kind }) => kind === 'node');
  // Presses can come faster than the page is drawn: where the reader is, is what the address says now.
  const params = new URLSearchParams(window.location.search);
  const place = { node: params.get('node'), visit: Number(params.get('visit')) || null };
  const at = nodes.findIndex((row) => isAt(row, place));
  switch (event.key) {
    case 'ArrowDown':
    case ']':
      return select(nodes[Math.min(at + 1, nodes.length - 1)], url);
    case 'ArrowUp':
    case '[':
      return select(nodes[at < 0 ? nodes.length - 1 : Math.max(at - 1, 0)], url);
    case 'f':
      return select(nextFailure(nodes, at), url);
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

function select(row: TimelineRow | undefined, url: RunUrl): boolean {
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
