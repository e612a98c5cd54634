'use client';
// The run page's address is its state: which tab, which node, which visit of it. Moving inside the page changes the address without a request.
import { usePathname, useSearchParams } from 'next/navigation';
import { type MouseEvent, useCallback, useMemo } from 'react';

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

export function useRunUrl(): RunUrl {
  const pathname = usePathname();
  const params = useSearchParams();
  const tab = runTabs.find((known) => known === params.get('tab')) ?? 'timeline';
  const node = params.get('node');
  const visit = Number(params.get('visit')) || null;
  const hrefTo = useCallback(
    (place: Partial<RunPlace>) => {
      const next = { tab, node, visit: place.node === undefined ? visit : null, ...place };
      const query = new URLSearchParams();
      if (next.tab !== 'timeline') query.set('tab', next.tab);
      if (next.node) query.set('node', next.node);
      if (next.node && next.visit) query.set('visit', String(next.visit));
      return query.size > 0 ? `${pathname}?${query}` : pathname;
    },
    [pathname, tab, node, visit],
  );
  return useMemo(() => {
    const goTo = (place: Partial<RunPlace>, how: 'push' | 'replace' = 'push') =>
      window.history[how === 'push' ? 'pushState' : 'replaceState'](null, '', hrefTo(place));
    const follow = (place: Partial<RunPlace>) => (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      goTo(place);
    };
    return { tab, node, visit, hrefTo, goTo, follow };
  }, [tab, node, visit, hrefTo]);
}
