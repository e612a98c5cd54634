'use client';
import { memo } from 'react';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import type { Naming } from '../naming.ts';
import { EventSentence } from './event-sentence.tsx';
import { eventTone } from './event-tone.ts';

/** On a phone a row has two lines: who and when, then what. */
export const traceRowHeight = { wide: 28, phone: 50 };

/** Milliseconds since the start, as people compare them: +00:01.234. */
function sinceStart(at: string, start: number): string {
  const elapsed = Math.max(0, Date.parse(at) - start);
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  const hours = Math.floor(elapsed / 3_600_000);
  const rest = `${pad(Math.floor(elapsed / 60_000) % 60, 2)}:${pad(Math.floor(elapsed / 1000) % 60, 2)}.${pad(elapsed % 1000, 3)}`;
  return hours > 0 ? `+${hours}:${rest}` : `+${rest}`;
}

export const TraceRow = memo(function TraceRow({
  event,
  naming,
  start,
  isSelected,
  onSelect,
}: {
  event: RunEvent;
  naming: Naming;
  start: number;
  isSelected: boolean;
  onSelect: (seq: number) => void;
}) {
  const name = event.node === undefined ? null : naming.node(event.node);
  return (
    <button
      type="button"
      onClick={() => onSelect(event.seq)}
      aria-pressed={isSelected}
      title={event.at}
      className={classNames(
        'grid h-7 w-full grid-cols-[52px_92px_132px_132px_minmax(0,1fr)] items-center gap-x-2 border-line-soft border-b px-5 text-left font-mono text-xs -outline-offset-2',
        'max-lg:grid-cols-[76px_132px_minmax(0,1fr)] max-lg:px-3',
        'phone:h-[50px] phone:grid-cols-[auto_minmax(0,1fr)_auto] phone:content-center',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="text-faint tabular-nums max-lg:hidden">{event.seq}</span>
      <span className="text-faint tabular-nums">{sinceStart(event.at, start)}</span>
      <span className={classNames('truncate phone:order-1', eventTone(event))}>{event.type}</span>
      <span className="truncate text-mute max-lg:hidden phone:block" title={event.node}>
        {name}
      </span>
      <span className="truncate phone:order-2 phone:col-span-3">
        {name && <span className="hidden text-mute md:max-lg:inline">{name}: </span>}
        <EventSentence event={event} naming={naming} />
      </span>
    </button>
  );
});
