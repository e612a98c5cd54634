'use client';
import { memo } from 'react';
import { PersonMark } from '#app/_components/person-mark.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { Naming } from '../naming.ts';
import { eventPerson } from './event-person.ts';
import { eventTone } from './event-tone.ts';
import { eventWords } from './event-words.ts';

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
  const words = visibleText(eventWords(event, naming));
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
        <Words words={words} person={eventPerson(event)} />
      </span>
    </button>
  );
});

/** Whoever did it is marked in the sentence, where it names them. */
function Words({ words, person }: { words: string; person: string | null }) {
  const name = person === null ? '' : visibleText(person);
  const at = name === '' ? -1 : words.indexOf(name);
  if (at < 0) return words;
  return (
    <>
      {words.slice(0, at)}
      <PersonMark name={name} />
      {words.slice(at + name.length)}
    </>
  );
}
