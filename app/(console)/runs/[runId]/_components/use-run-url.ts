'use client';
// The run page's address is its state: which tab, which node. Moving inside the page changes the address without a request.
import { usePathname, useSearchParams } from 'next/navigation';
import { type MouseEvent, useCallback, useMemo } from 'react';

export const runTabs = ['timeline', 'trace', 'artifacts', 'state'] as const;
export type RunTab = (typeof runTabs)[number];
export type RunPlace = { tab: RunTab; node: string | null };

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
  const hrefTo = useCallback(
    (place: Partial<RunPlace>) => {
      const next = { tab, node, ...place };
      const query = new URLSearchParams();
      if (next.tab !== 'timeline') query.set('tab', next.tab);
      if (next.node) query.set('node', next.node);
      return query.size > 0 ? `${pathname}?${query}` : pathname;
    },
    [pathname, tab, node],
  );
  return useMemo(() => {
    const goTo = (place: Partial<RunPlace>, how: 'push' | 'replace' = 'push') =>
      window.history[how === 'push' ? 'pushState' : 'replaceState'](null, '', hrefTo(place));
    const follow = (place: Partial<RunPlace>) => (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      goTo(place);
    };
    return { tab, node, hrefTo, goTo, follow };
  }, [tab, node, hrefTo]);
}
