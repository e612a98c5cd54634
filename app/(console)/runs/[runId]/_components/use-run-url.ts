'use client';
// The run page's address is its state. Moving inside the page changes the address without a request.
import { usePathname, useSearchParams } from 'next/navigation';
import { type MouseEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { addressOf, placeOf, type RunPlace } from './run-place.ts';

export type RunUrl = RunPlace & {
  hrefTo(place: Partial<RunPlace>): string;
  goTo(place: Partial<RunPlace>, how?: 'push' | 'replace'): void;
  /** For links: goes there inside the page unless a new tab or window was asked for. */
  follow(place: Partial<RunPlace>): (event: MouseEvent) => void;
};

/** A page that was opened from the disk has its place behind the #: nothing else of its address may change. */
function currentQuery(): URLSearchParams {
  const { protocol, hash, search } = window.location;
  return new URLSearchParams(protocol === 'file:' ? hash.replace(/^#\??/, '') : search);
}

export function useRunUrl(): RunUrl {
  const pathname = usePathname();
  const params = useSearchParams();
  const here = useMemo(() => placeOf(params), [params]);
  // The router hears of a changed address only from its own effect on: until then a link is followed as a link.
  const isHeard = useRef(false);
  useEffect(() => {
    isHeard.current = true;
  }, []);
  const hrefTo = useCallback((place: Partial<RunPlace>) => addressOf(pathname, here, place), [pathname, here]);
  return useMemo(() => {
    // From the address as it is now: two moves in one breath come before the page has been drawn anew.
    const goTo = (place: Partial<RunPlace>, how: 'push' | 'replace' = 'push') => {
      const address = addressOf(pathname, placeOf(currentQuery()), place);
      window.history[how === 'push' ? 'pushState' : 'replaceState'](null, '', address);
    };
    const follow = (place: Partial<RunPlace>) => (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0 || !isHeard.current) return;
      event.preventDefault();
      goTo(place);
    };
    return { ...here, hrefTo, goTo, follow };
  }, [pathname, here, hrefTo]);
}
