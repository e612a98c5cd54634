'use client';
// The trace: every event of the run, oldest first. Filters look at all of them; the open event is in the address.
import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowUpToLine, ListFilter, OctagonAlert } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useRunSource } from '#app/_client/run-source.tsx';
import { Button } from '#app/_components/ui/button.tsx';
import { controlStyle } from '#app/_components/ui/control-style.ts';
import { useIsScripted } from '#app/_components/use-is-scripted.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import { isErrorEvent, isFiltering } from '#lib/engine/view/event-filter.ts';
import { keyIsTaken } from '../key-is-taken.ts';
import type { Naming } from '../naming.ts';
import { Toggle } from '../timeline/timeline-filters.tsx';
import type { RunUrl } from '../use-run-url.ts';
import { EventDetails } from './event-details.tsx';
import { TraceList } from './trace-list.tsx';
import { TraceRow } from './trace-row.tsx';
import { useTraceWindow } from './use-trace-window.ts';

type Props = {
  runId: string;
  events: RunEvent[];
  last: number;
  start: number;
  naming: Naming;
  url: RunUrl;
  onOlder: (older: RunEvent[]) => void;
};

const plainRows = 300;

export function TracePanel({ runId, events, last, start, naming, url, onOlder }: Props) {
  const source = useRunSource();
  const [text, setText] = useState('');
  const [errorsOnly, setErrorsOnly] = useState(false);
  const isScripted = useIsScripted();
  const wanted = useDeferredValue(text);
  const filter = useMemo(() => ({ text: wanted, errorsOnly }), [wanted, errorsOnly]);
  const shown = useTraceWindow(runId, { events, last, onOlder }, filter, naming.node);
  const [target, setTarget] = useState(url.event === null ? null : { seq: url.event });
  const chosen = useChosenEvent(runId, url.event, shown.events);
  const { showEvent } = shown;
  const count = last.toLocaleString('en');

  const choose = (seq: number) => url.goTo({ event: seq }, url.event === null ? 'push' : 'replace');
  const jumpTo = async (seq: number | undefined) => {
    if (seq === undefined) return;
    await showEvent(seq);
    setTarget({ seq });
  };
  const nextError = async () => {
    const after = url.now().event ?? 0;
    const known = events[0]?.seq === 1 ? events.find((event) => event.seq > after && isErrorEvent(event)) : undefined;
    const found =
      known ?? (await source.searchEvents(runId, { text: '', errorsOnly: true }, { after, limit: 1 })).events[0];
    if (!found) return;
    await jumpTo(found.seq);
    choose(found.seq);
  };
  // An address that names an event leads to it, wherever in the run it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address that the page came with
  useEffect(() => {
    if (url.event !== null) void jumpTo(url.event);
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'f' && !keyIsTaken(event)) void nextError();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });

  const row = (event: RunEvent) => (
    <TraceRow
      key={event.seq}
      event={event}
      naming={naming}
      start={start}
      isSelected={event.seq === url.event}
      onSelect={choose}
    />
  );
  return (
    <section aria-label="Trace" className="flex min-w-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-10 shrink-0 items-center gap-2 border-line border-b px-5 noscript:hidden phone:px-3">
          <label className="relative w-72 min-w-0 phone:flex-1">
            <ListFilter
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-faint"
            />
            <input
              type="search"
              data-filter
              aria-label="Filter events"
              placeholder="Search all events"
              value={text}
              onChange={(event) => setText(event.target.value)}
              className={controlStyle('h-[26px] pl-7 text-xs')}
            />
          </label>
          <Toggle label="Errors only" isOn={errorsOnly} onChange={setErrorsOnly} />
          <span className="flex items-center phone:hidden">
            <Button variant="ghost" size="icon" aria-label="First event" title="First event" onClick={() => jumpTo(1)}>
              <ArrowUpToLine aria-hidden />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Last event" title="Last event" onClick={() => jumpTo(last)}>
              <ArrowDownToLine aria-hidden />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Next error" title="Next error (f)" onClick={nextError}>
              <OctagonAlert aria-hidden />
            </Button>
          </span>
          <span role="status" className="ml-auto shrink-0 text-faint text-xs tabular-nums">
            {isFiltering(filter) ? `${shown.count?.toLocaleString('en') ?? '…'} of ${count}` : `${count} events`}
          </span>
        </div>
        {isScripted ? (
          <TraceList shown={shown} target={target} render={row} />
        ) : (
          <div>{shown.events.slice(-plainRows).map(row)}</div>
        )}
      </div>
      {chosen && (
        <EventDetails
          runId={runId}
          event={chosen}
          naming={naming}
          url={url}
          onClose={() => url.goTo({ event: null })}
        />
      )}
    </section>
  );
}

/** The event of the address; asked for where it is not among those at hand. */
function useChosenEvent(runId: string, seq: number | null, events: readonly RunEvent[]): RunEvent | undefined {
  const source = useRunSource();
  const here = seq === null ? undefined : events.find((event) => event.seq === seq);
  const remote = useQuery({
    queryKey: ['run-event', runId, seq],
    queryFn: async () => (await source.readEvents(runId, { after: (seq ?? 1) - 1, limit: 1 }))[0] ?? null,
    enabled: seq !== null && here === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return here ?? (seq === null ? undefined : (remote.data ?? undefined));
}
