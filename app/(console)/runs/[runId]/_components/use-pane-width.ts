'use client';
// How wide the reader wants a pane: dragged or moved by arrow keys, remembered by the browser.
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';

/** `grows` is the side to which the pane's edge is dragged to make it wider. */
export type Pane = { key: string; name: string; least: number; most: number; first: number; grows: 'left' | 'right' };

export const detailsPane: Pane = {
  key: 'gatehouse-inspector-width',
  name: 'Width of the details',
  least: 280,
  most: 900,
  first: 372,
  grows: 'left',
};
export const treePane: Pane = {
  key: 'gatehouse-tree-width',
  name: 'Width of the names',
  least: 140,
  most: 640,
  first: 264,
  grows: 'right',
};

const step = 24;

export function usePaneWidth({ key, name, least, most, first, grows }: Pane) {
  const [width, setWidth] = useState<number | null>(null);
  const inside = (wanted: number) => Math.round(Math.min(most, Math.max(least, wanted)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is read once
  useEffect(() => {
    const kept = Number(window.localStorage.getItem(key));
    if (kept > 0) setWidth(inside(kept));
  }, []);
  const resize = (wanted: number) => {
    setWidth(inside(wanted));
    window.localStorage.setItem(key, String(inside(wanted)));
  };
  const now = width ?? first;
  const [wider, narrower] = grows === 'left' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  return {
    /** Null until the reader has chosen: then the page's own width holds. */
    width,
    /** For the separator at its edge, which lies inside the pane. */
    separator: {
      role: 'separator',
      tabIndex: 0,
      'aria-label': name,
      'aria-orientation': 'vertical',
      'aria-valuenow': now,
      'aria-valuemin': least,
      'aria-valuemax': most,
      onPointerDown: (event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId),
      onPointerMove: (event: PointerEvent) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const pane = event.currentTarget.parentElement?.getBoundingClientRect();
        if (pane) resize(grows === 'left' ? pane.right - event.clientX : event.clientX - pane.left);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === wider) resize(now + step);
        else if (event.key === narrower) resize(now - step);
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  } as const;
}

export const separatorStyle =
  'absolute inset-y-0 z-20 w-1.5 cursor-col-resize touch-none outline-none hover:bg-accent/30 focus-visible:bg-accent/50 noscript:hidden';
