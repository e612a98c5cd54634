'use client';
// Which events the trace shows: the newest ones as they come, a part of the run that somebody jumped to, or what fits a
// filter. What the page does not hold is asked of the server, so a filter is over all events and its count is true.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type FoundEvents, useRunSource } from '#app/_client/run-source.tsx';
import type { RunEvent } from '#lib/engine/events.ts';
import { type EventFilter, eventMatcher, isFiltering } from '#lib/engine/view/event-filter.ts';

const pageSize = 500;

export type TraceWindow = {
  events: RunEvent[];
  /** How many there are in all, of those that fit; null while the server counts. */
  count: number | null;
  error: Error | null;
  /** Null where there are none. */
  loadOlder: (() => Promise<unknown>) | null;
  loadNewer: (() => Promise<unknown>) | null;
  /** Brings an event and its neighbours here. */
  showEvent(seq: number): Promise<void>;
  showNewest(): void;
  /** The end of what is shown is the end of the run. */
  isNewest: boolean;
};

type Live = { events: RunEvent[]; last: number; onOlder: (older: RunEvent[]) => void };

export function useTraceWindow(
  runId: string,
  { events, last, onOlder }: Live,
  filter: EventFilter,
  nameOf: (node: string) => string,
): TraceWindow {
  const source = useRunSource();
  const [part, setPart] = useState<RunEvent[] | null>(null);
  const fits = useMemo(() => eventMatcher(filter, nameOf), [filter, nameOf]);
  const isFiltered = isFiltering(filter);
  const holdsAll = events[0]?.seq === 1;
  const search = useSearch(runId, filter, isFiltered && !holdsAll);

  const showEvent = useCallback(
    async (seq: number) => {
      const isHere = seq >= (events[0]?.seq ?? Number.POSITIVE_INFINITY);
      setPart(
        isHere ? null : await source.readEvents(runId, { after: Math.max(0, seq - pageSize / 2), limit: pageSize }),
      );
    },
    [source, runId, events],
  );
  const showNewest = useCallback(() => setPart(null), []);
  const jumps = { showEvent, showNewest };

  if (isFiltered && holdsAll) {
    const shown = events.filter(fits);
    return {
      ...jumps,
      events: shown,
      count: shown.length,
      error: null,
      loadOlder: null,
      loadNewer: null,
      isNewest: true,
    };
  }
  if (isFiltered) {
    const found = (search.data?.pages ?? []).toReversed().flatMap((page) => page.events);
    const newest = search.data?.pages[0];
    const since = newest ? events.filter((event) => event.seq > newest.up_to && fits(event)) : [];
    return {
      ...jumps,
      events: [...found, ...since],
      count: newest ? (newest.count ?? 0) + since.length : null,
      error: search.error,
      loadOlder: search.hasNextPage ? () => search.fetchNextPage() : null,
      loadNewer: null,
      isNewest: true,
    };
  }
  const shown = part ?? events;
  const earliest = shown[0]?.seq ?? 1;
  const latest = shown.at(-1)?.seq ?? 0;
  const loadOlder = async () => {
    const older = await source.readEvents(runId, { before: earliest, limit: pageSize });
    if (part) setPart([...older, ...part]);
    else onOlder(older);
  };
  // Where the part meets the newest events, they are one.
  const loadNewer = async () => {
    const newer = await source.readEvents(runId, { after: latest, limit: pageSize });
    const joined = [...(part ?? []), ...newer];
    const first = events[0]?.seq ?? 0;
    if ((joined.at(-1)?.seq ?? 0) < first - 1) return setPart(joined);
    onOlder(joined.filter(({ seq }) => seq < first));
    setPart(null);
  };
  return {
    ...jumps,
    events: shown,
    count: last,
    error: null,
    loadOlder: earliest > 1 ? loadOlder : null,
    loadNewer: part ? loadNewer : null,
    isNewest: part === null,
  };
}

function useSearch(runId: string, filter: EventFilter, enabled: boolean) {
  const source = useRunSource();
  return useInfiniteQuery({
    queryKey: ['run-search', runId, filter.text.trim(), filter.errorsOnly],
    queryFn: ({ pageParam }) => source.searchEvents(runId, filter, { limit: pageSize, ...pageParam }),
    initialPageParam: {} as { before?: number },
    getNextPageParam: (page: FoundEvents) =>
      page.events.length < pageSize ? undefined : { before: page.events[0]?.seq ?? 1 },
    enabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
