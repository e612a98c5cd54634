'use client';
// The events of the visit that is looked at, as far as they are older than what the page holds.
import { useQuery } from '@tanstack/react-query';
import { readEvents } from '#app/_client/read-events.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import { missingRange } from '#lib/engine/view/visit-range.ts';

const none: readonly RunEvent[] = [];

/** `drawn` are those that the page came with. */
export function useVisitEvents(
  view: RunView,
  place: { node: string; visit: number | null },
  drawn: RunEvent[],
): readonly RunEvent[] {
  const missing = missingRange(view, place.node, place.visit);
  const isDrawn = drawn[0]?.node === missing?.node && drawn[0]?.visit === missing?.visit;
  const { data } = useQuery({
    queryKey: ['visit-events', view.state.run, missing],
    queryFn: () => (missing ? readEvents(view.state.run, missing) : []),
    enabled: missing !== null,
    staleTime: Number.POSITIVE_INFINITY,
    ...(isDrawn ? { initialData: drawn } : {}),
  });
  return missing ? (data ?? none) : none;
}
