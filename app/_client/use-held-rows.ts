'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { mergeRows } from './merge-rows.ts';

/** Scrolled further than this, the reader is no longer looking at the top. */
const topEdge = 80;

/** Holds the rows still while the reader has scrolled, has the pointer or the focus in the list, or is busy in it otherwise. */
export function useHeldRows<Row extends { id: string }>(
  latest: Row[],
  list: RefObject<HTMLElement | null>,
  isBusyInIt = false,
) {
  const [held, setHeld] = useState<Row[] | null>(null);
  const newest = useRef(latest);
  useEffect(() => {
    newest.current = latest;
  }, [latest]);

  useEffect(() => {
    const look = () => {
      const element = list.current;
      const isInHand = element !== null && (element.matches(':hover') || element.contains(document.activeElement));
      const isBusy = isBusyInIt || isInHand || window.scrollY > topEdge;
      setHeld((before) => (isBusy ? (before ?? newest.current) : null));
    };
    look();
    const events = ['scroll', 'pointermove', 'focusin', 'focusout'] as const;
    for (const event of events) addEventListener(event, look, { passive: true });
    return () => {
      for (const event of events) removeEventListener(event, look);
    };
  }, [list, isBusyInIt]);

  const release = () => {
    window.scrollTo({ top: 0 });
    setHeld(null);
  };
  return { ...mergeRows(held, latest), release };
}
