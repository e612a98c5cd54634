'use client';
// The keys of a drawing: arrows go from node to node, with Shift they move the drawing, + - 0 make it larger, smaller, whole.
import { useEffect, useRef } from 'react';
import { keyIsTaken } from '#app/(console)/runs/[runId]/_components/key-is-taken.ts';
import type { GraphLayout } from './graph-layout.ts';
import { type Arrow, neighbourOf } from './graph-neighbour.ts';
import type { GraphEdge } from './graph-slots.ts';
import type { Viewport } from './use-viewport.ts';

const panStep = 120;
const pans: Record<Arrow, [number, number]> = {
  ArrowLeft: [-panStep, 0],
  ArrowRight: [panStep, 0],
  ArrowUp: [0, -panStep],
  ArrowDown: [0, panStep],
};

type Hands = {
  layout: GraphLayout<GraphEdge>;
  viewport: Viewport;
  /** Where arrows begin. */
  first: string;
  /** Nothing else on the page wants arrows: they need not be in the drawing. */
  isMain: boolean;
};

export function useGraphKeys(hands: Hands) {
  const latest = useRef(hands);
  useEffect(() => {
    latest.current = hands;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!keyIsTaken(event) && act(event, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function act({ key, shiftKey, target }: KeyboardEvent, { layout, viewport, first, isMain }: Hands): boolean {
  if (key === '+' || key === '=') viewport.zoomBy(1);
  else if (key === '-') viewport.zoomBy(-1);
  else if (key === '0') viewport.fit();
  else {
    const canvas = viewport.view.current;
    const focused = target instanceof Element && canvas?.contains(target) ? target : null;
    const isElsewhere = !focused && (!isMain || (target instanceof Element && target.closest('aside, [role=menu]')));
    const arrow = Object.keys(pans).find((known): known is Arrow => known === key);
    if (!canvas || !arrow || isElsewhere) return false;
    if (shiftKey) canvas.scrollBy(...pans[arrow]);
    else {
      const at = focused?.closest<HTMLElement>('[data-node]')?.dataset.node;
      const to = at === undefined ? first : neighbourOf(layout, at, arrow);
      if (to !== null) canvas.querySelector<HTMLElement>(`[data-node="${CSS.escape(to)}"]`)?.focus();
    }
  }
  return true;
}
