'use client';
// The events of the visit that is looked at, as far as they are older than what the page holds.
import { useQuery } from '@tanstack/react-query';
import { type RunSource, useRunSource } from '#app/_client/run-source.tsx';
import type { RunEvent } from '#lib/engine/events.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import { type MissingEvents, missingRange } from '#lib/engine/view/visit-range.ts';

type VisitEvents = { events: readonly RunEvent[]; isWhole: boolean };

const none: VisitEvents = { events: [], isWhole: true };
const pageSize = 1000;
const mostPages = 10;

/** `drawn` are those that the page came with: all that there are, or so many that the rest is asked for. */
export function useVisitEvents(
  view: RunView,
  place: { node: string; visit: number | null },
  drawn: { events: RunEvent[]; isWhole: boolean },
): VisitEvents {
  const source = useRunSource();
  const missing = missingRange(view, place.node, place.visit);
  const [first] = drawn.events;
  const isDrawn = first !== undefined && first.node === missing?.node && first.visit === missing?.visit;
  const { data } = useQuery({
    queryKey: ['visit-events', view.state.run, missing],
    queryFn: () => (missing ? readPages(source, view.state.run, missing) : none),
    enabled: missing !== null,
    staleTime: Number.POSITIVE_INFINITY,
    ...(isDrawn ? (drawn.isWhole ? { initialData: drawn } : { placeholderData: drawn }) : {}),
  });
  return missing ? (data ?? { ...none, isWhole: false }) : none;
}

async function readPages(source: RunSource, runId: string, range: MissingEvents): Promise<VisitEvents> {
  const events: RunEvent[] = [];
  for (let page = 0; page < mostPages; page++) {
    const after = events.at(-1)?.seq ?? range.after;
    const read = await source.readEvents(runId, { ...range, after, limit: pageSize });
    events.push(...read);
    if (read.length < pageSize) return { events, isWhole: true };
  }
  return { events, isWhole: false };
}
