'use client';
// How wide the reader wants the right-hand side: dragged or moved by arrow keys, remembered by the browser.
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';

const key = 'gatehouse-inspector-width';
export const paneWidths = { least: 280, most: 900, first: 372 };
const step = 24;

const inside = (width: number) => Math.round(Math.min(paneWidths.most, Math.max(paneWidths.least, width)));

export function usePaneWidth() {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const kept = Number(window.localStorage.getItem(key));
    if (kept > 0) setWidth(inside(kept));
  }, []);
  const resize = (wanted: number) => {
    setWidth(inside(wanted));
    window.localStorage.setItem(key, String(inside(wanted)));
  };
  const now = width ?? paneWidths.first;
  return {
    /** Null until the reader has chosen: then the page's own width holds. */
    width,
    now,
    handle: {
      onPointerDown: (event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId),
      onPointerMove: (event: PointerEvent) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) resize(window.innerWidth - event.clientX);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'ArrowLeft') resize(now + step);
        else if (event.key === 'ArrowRight') resize(now - step);
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
