'use client';
import { ChevronDown, ChevronUp } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useEffectEvent } from 'react';
import { useGoTo } from '#app/_client/wanted-page.ts';
import { buttonStyle } from '#app/_components/ui/button-style.ts';
import { paths } from '#lib/paths.ts';
import type { RunNeighbours as Neighbours } from '#lib/runs/views.ts';
import { keyIsTaken } from '../key-is-taken.ts';
import { addressOf, placeOf } from '../run-place.ts';
import { useRunUrl } from '../use-run-url.ts';

/** To the run above and the run below in the list that one came from, looked at in the same tab. */
export function RunNeighbours({ neighbours }: { neighbours: Neighbours }) {
  const url = useRunUrl();
  const goTo = useGoTo();
  const hrefOf = (id: string | null) =>
    id && addressOf(paths.run(id), placeOf(new URLSearchParams()), { tab: url.tab, list: url.list });
  const sides = [
    { key: '[', label: 'Previous run of the list', href: hrefOf(neighbours.above), icon: <ChevronUp aria-hidden /> },
    { key: ']', label: 'Next run of the list', href: hrefOf(neighbours.below), icon: <ChevronDown aria-hidden /> },
  ];
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const href = sides.find(({ key }) => key === event.key)?.href;
    if (!href || keyIsTaken(event)) return;
    event.preventDefault();
    goTo(href);
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <nav aria-label="Neighbours in the list" className="flex shrink-0 max-lg:hidden">
      {sides.map(({ key, label, href, icon }) =>
        href ? (
          <Link
            key={key}
            href={href}
            prefetch={false}
            aria-label={label}
            aria-keyshortcuts={key}
            title={`${label} ( ${key} )`}
            className={buttonStyle({ variant: 'ghost', size: 'icon' }, 'w-6')}
          >
            {icon}
          </Link>
        ) : (
          <span key={key} className={buttonStyle({ variant: 'ghost', size: 'icon' }, 'w-6 opacity-40')}>
            {icon}
          </span>
        ),
      )}
    </nav>
  );
}
