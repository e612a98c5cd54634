'use client';
// The run page's address is its state: which tab, which node, which visit of it. Moving inside the page changes the address without a request.
import { usePathname, useSearchParams } from 'next/navigation';
import { type MouseEvent, useCallback, useEffect, useMemo, useRef } from 'react';

export const runTabs = ['timeline', 'graph', 'trace', 'artifacts', 'state'] as const;
export type RunTab = (typeof runTabs)[number];
/** `visit` is one visit of the node; another node begins without one. */
export type RunPlace = { tab: RunTab; node: string | null; visit: number | null };

export type RunUrl = RunPlace & {
  hrefTo(place: Partial<RunPlace>): string;
  goTo(place: Partial<RunPlace>, how?: 'push' | 'replace'): void;
  /** For links: goes there inside the page unless a new tab or window was asked for. */
  follow(place: Partial<RunPlace>): (event: MouseEvent) => void;
};

function placeOf(params: URLSearchParams): RunPlace {
  return {
    tab: runTabs.find((known) => known === params.get('tab')) ?? 'timeline',
    node: params.get('node'),
    visit: Number(params.get('visit')) || null,
  };
}

function addressOf(pathname: string, from: RunPlace, place: Partial<RunPlace>): string {
  const next = { ...from, visit: place.node === undefined ? from.visit : null, ...place };
  const query = new URLSearchParams();
  if (next.tab !== 'timeline') query.set('tab', next.tab);
  if (next.node) query.set('node', next.node);
  if (next.node && next.visit) query.set('visit', String(next.visit));
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

export function useRunUrl(): RunUrl {
  const pathname = usePathname();
  const params = useSearchParams();
  const { tab, node, visit } = placeOf(new URLSearchParams(params));
  // The router hears of a changed address only from its own effect on: until then a link is followed as a link.
  const isHeard = useRef(false);
  useEffect(() => {
    isHeard.current = true;
  }, []);
  const hrefTo = useCallback(
    (place: Partial<RunPlace>) => addressOf(pathname, { tab, node, visit }, place),
    [pathname, tab, node, visit],
  );
  return useMemo(() => {
    // From the address as it is now: two moves in one breath come before the page has been drawn anew.
    const goTo = (place: Partial<RunPlace>, how: 'push' | 'replace' = 'push') => {
      const address = addressOf(pathname, placeOf(new URLSearchParams(window.location.search)), place);
      window.history[how === 'push' ? 'pushState' : 'replaceState'](null, '', address);
    };
    const follow = (place: Partial<RunPlace>) => (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0 || !isHeard.current) return;
      event.preventDefault();
      goTo(place);
    };
    return { tab, node, visit, hrefTo, goTo, follow };
  }, [pathname, tab, node, visit, hrefTo]);
}
