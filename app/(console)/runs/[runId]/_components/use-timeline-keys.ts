'use client';
// The keys of the timeline: arrows move, enter opens, f next failure.
import { useEffect, useRef } from 'react';
import { keyIsTaken } from './key-is-taken.ts';
import type { TimelineRow } from './timeline-rows.ts';
import type { RunUrl } from './use-run-url.ts';

export function useTimelineKeys(rows: TimelineRow[], url: RunUrl) {
  const latest = useRef({ rows, url });
  useEffect(() => {
    latest.current = { rows, url };
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (keyIsTaken(event)) return;
      if (act(event, latest.current.rows, latest.current.url)) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function act(event: KeyboardEvent, rows: TimelineRow[], url: RunUrl): boolean {
  const nodes = rows.filter(({ depth }) => depth === 0);
  // Presses can come faster than the page is drawn: where the reader is, is what the address says now.
  const here = new URLSearchParams(window.location.search).get('node');
  const at = nodes.findIndex(({ node }) => node === here);
  switch (event.key) {
    case 'ArrowDown':
    case ']':
      return select(nodes[Math.min(at + 1, nodes.length - 1)], url);
    case 'ArrowUp':
    case '[':
      return select(nodes[at < 0 ? nodes.length - 1 : Math.max(at - 1, 0)], url);
    case 'f':
      return select(nextFailure(nodes, at), url);
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
  url.goTo({ node: row.node }, 'replace');
  document.querySelector(`[data-row="${CSS.escape(row.node)}"]`)?.scrollIntoView({ block: 'nearest' });
  return true;
}

function focusOn(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  return element !== null;
}
