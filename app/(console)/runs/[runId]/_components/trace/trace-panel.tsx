'use client';
// The trace: every event of the run, oldest first. It follows the end only while the reader is at the end.
import { ListFilter } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { controlStyle } from '#app/_components/ui/control-style.ts';
import { useIsScripted } from '#app/_components/use-is-scripted.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import type { Naming } from '../naming.ts';
import { Toggle } from '../timeline/timeline-filters.tsx';
import { EventDetails } from './event-details.tsx';
import { isError } from './event-tone.ts';
import { eventWords } from './event-words.ts';
import { TraceList } from './trace-list.tsx';
import { TraceRow } from './trace-row.tsx';

type Props = {
  runId: string;
  events: RunEvent[];
  start: number;
  naming: Naming;
  onOlder: (older: RunEvent[]) => void;
};

const plainRows = 300;

export function TracePanel({ runId, events, start, naming, onOlder }: Props) {
  const [text, setText] = useState('');
  const [errorsOnly, setErrorsOnly] = useState(false);
  const [selected, setSelected] = useState<number | null>(null);
  const isScripted = useIsScripted();
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const shown = useMemo(
    () => events.filter((event) => fits(event, naming, wanted, errorsOnly)),
    [events, naming, wanted, errorsOnly],
  );
  const chosen = selected === null ? undefined : events.find(({ seq }) => seq === selected);
  const row = (event: RunEvent) => (
    <TraceRow
      key={event.seq}
      event={event}
      naming={naming}
      start={start}
      isSelected={event.seq === selected}
      onSelect={setSelected}
    />
  );
  return (
    <section aria-label="Trace" className="flex min-w-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-10 shrink-0 items-center gap-2 border-line border-b px-5 noscript:hidden phone:px-3">
          <label className="relative w-72 phone:flex-1">
            <ListFilter
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-faint"
            />
            <input
              type="search"
              data-filter
              aria-label="Filter events"
              placeholder="Filter events"
              value={text}
              onChange={(event) => setText(event.target.value)}
              className={controlStyle('h-[26px] pl-7 text-xs')}
            />
          </label>
          <Toggle label="Errors only" isOn={errorsOnly} onChange={setErrorsOnly} />
          <span role="status" className="ml-auto text-faint text-xs tabular-nums">
            {wanted || errorsOnly ? `${shown.length} of ${events.length}` : `${events.length} events`}
          </span>
        </div>
        {isScripted ? (
          <TraceList runId={runId} earliest={events[0]?.seq ?? 1} events={shown} render={row} onOlder={onOlder} />
        ) : (
          <div>{shown.slice(-plainRows).map(row)}</div>
        )}
      </div>
      {chosen && <EventDetails runId={runId} event={chosen} naming={naming} onClose={() => setSelected(null)} />}
    </section>
  );
}

function fits(event: RunEvent, naming: Naming, wanted: string, errorsOnly: boolean): boolean {
  if (errorsOnly && !isError(event)) return false;
  const node = event.node === undefined ? '' : `${event.node} ${naming.node(event.node)}`;
  return !wanted || `${event.type} ${node} ${eventWords(event, naming)}`.toLowerCase().includes(wanted);
}
