'use client';
// The run as it was after an event: folded here when the page has every event, else asked of the server, once the hand on
// the scrubber rests.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RunSource, useRunSource } from '#app/_client/run-source.tsx';
import { holdsAll, type PastMoment, pastMoment, pastView } from '#lib/engine/view/past-view.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import { type StateChange, stateChanges } from '#lib/engine/view/state-changes.ts';
import { useRested } from '../use-rested.ts';
import type { RunUrl } from '../use-run-url.ts';

/** `at` is what was asked for; `past` is null in the present and while what was asked for first is being read. */
export type Travel = { at: number | null; past: Past | null; moveTo(at: number | null): void };
export type Past = PastMoment & { view: RunView; changes: StateChange[] };

export function useTravel(view: RunView, url: RunUrl, given: PastMoment | null): Travel {
  const last = view.state.seq;
  const { value: at, rested, setValue } = useRested(url.at, (moment) => url.goTo({ at: moment }, 'replace'));
  // An event that is not there yet is the present.
  const wanted = at !== null && at < last ? at : null;
  return { at: wanted, past: usePast(view, wanted, rested, given), moveTo: setValue };
}

function usePast(view: RunView, at: number | null, rested: number | null, given: PastMoment | null): Past | null {
  const { run } = view.state;
  const source = useRunSource();
  const isGiven = given?.event.seq === rested;
  const remote = useQuery({
    queryKey: ['run-moment', run, rested],
    queryFn: () => readMoment(source, run, rested ?? 1),
    enabled: at !== null && rested !== null && !isGiven && !holdsAll(view),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (at === null) return null;
    const moment = pastMoment(view, at) ?? (isGiven ? given : remote.data);
    if (!moment) return null;
    return { ...moment, view: pastView(view, moment), changes: stateChanges(moment.before, moment.state) };
  }, [view, at, isGiven, given, remote.data]);
}

async function readMoment(source: RunSource, runId: string, at: number): Promise<PastMoment> {
  const [before, state, [event]] = await Promise.all([
    at === 1 ? null : source.readState(runId, at - 1),
    source.readState(runId, at),
    source.readEvents(runId, { after: at - 1, limit: 1 }),
  ]);
  if (!event) throw new Error(`there is no event ${at}`);
  return { event, before, state };
}
