import { X } from 'lucide-react';
import Link from 'next/link';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import { type RunListFilter, runListQuery } from '../../_client/run-list-filter.ts';

/** What is filtered by and has no control of its own; each can be taken away. */
export function FilterChips({ filter: { cursor: _, ...filter } }: { filter: RunListFilter }) {
  const without = (name: string): RunListFilter => {
    const { [name]: _, ...input } = filter.input ?? {};
    return { ...filter, input };
  };
  const chips = [
    ...(filter.asks ? [{ words: 'waiting on people', rest: { ...filter, asks: undefined } }] : []),
    ...(filter.ended_since
      ? [{ words: `ended since ${filter.ended_since}`, rest: { ...filter, ended_since: undefined } }]
      : []),
    ...Object.entries(filter.input ?? {}).map(([name, value]) => ({
      words: `${name} is ${visibleText(value)}`,
      rest: without(name),
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Also filtered by" className="flex w-full flex-wrap gap-1.5 phone:col-span-2">
      {chips.map(({ words, rest }) => (
        <li key={words} className="min-w-0">
          <Link
            href={paths.runs() + runListQuery(rest)}
            prefetch={false}
            className="inline-flex h-6 max-w-full items-center gap-1 rounded-full bg-accent-soft px-2.5 text-accent text-xs hover:underline phone:h-9"
          >
            <span className="truncate">{words}</span>
            <X aria-hidden className="size-3 shrink-0" />
            <span className="sr-only">, take this away</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
