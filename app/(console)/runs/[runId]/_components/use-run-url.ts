'use client';
// The run page's address is its state. Moving inside the page changes the address without a request, and the page goes at
// once: the router follows when it finds the time, and writes each address on its way once more. Until it has arrived at the
// last one, what it says of the earlier ones is not news.
import { usePathname, useSearchParams } from 'next/navigation';
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { addressOf, placeOf, type RunPlace } from './run-place.ts';

export type RunUrl = RunPlace & {
  /** Where the page went last, for keys that are faster than it is drawn. */
  now(): RunPlace;
  hrefTo(place: Partial<RunPlace>): string;
  goTo(place: Partial<RunPlace>, how?: 'push' | 'replace'): void;
  /** For links: goes there inside the page unless a new tab or window was asked for. */
  follow(place: Partial<RunPlace>): (event: MouseEvent) => void;
};

/** A page that was opened from the disk has its place behind the #: nothing else of its address may change. */
function currentQuery(): string {
  const { protocol, hash, search } = window.location;
  return new URLSearchParams(protocol === 'file:' ? hash.replace(/^#\??/, '') : search).toString();
}

export function useRunUrl(): RunUrl {
  const pathname = usePathname();
  const told = useSearchParams().toString();
  // Where the router was when the page went ahead of it, and where the page has been since.
  const [way, setWay] = useState<string[]>([]);
  const query = (way.includes(told) ? way.at(-1) : null) ?? told;
  const latest = useRef(query);
  const router = useRef(told);
  const goAhead = useCallback((to: string) => {
    latest.current = to;
    setWay((before) => [...(before.includes(router.current) ? before : [router.current]), to]);
  }, []);
  useEffect(() => {
    latest.current = query;
    router.current = told;
    // It has arrived, or somebody else has led it elsewhere.
    if (query === told) setWay((before) => (before.length > 0 ? [] : before));
  }, [query, told]);
  useEffect(() => {
    const goBack = () => goAhead(currentQuery());
    window.addEventListener('popstate', goBack);
    return () => window.removeEventListener('popstate', goBack);
  }, [goAhead]);
  // The router hears of a changed address only from its own effect on: until then a link is followed as a link.
  const isHeard = useRef(false);
  useEffect(() => {
    isHeard.current = true;
  }, []);
  const here = useMemo(() => placeOf(new URLSearchParams(query)), [query]);
  // Links on the page name where it stands; clicks and keys start from where it went last, so that none goes back.
  const hrefTo = useCallback((place: Partial<RunPlace>) => addressOf(pathname, here, place), [pathname, here]);
  return useMemo(() => {
    const now = () => placeOf(new URLSearchParams(latest.current));
    const goTo = (place: Partial<RunPlace>, how: 'push' | 'replace' = 'push') => {
      const address = addressOf(pathname, now(), place);
      window.history[how === 'push' ? 'pushState' : 'replaceState'](null, '', address);
      goAhead(currentQuery());
    };
    const follow = (place: Partial<RunPlace>) => (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0 || !isHeard.current) return;
      event.preventDefault();
      goTo(place);
    };
    return { ...here, now, hrefTo, goTo, follow };
  }, [pathname, goAhead, here, hrefTo]);
}
