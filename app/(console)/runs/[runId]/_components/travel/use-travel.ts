'use client';
// The run as it was after an event: folded here when the page has every event, else asked of the server, once the hand on
// the scrubber rests. The address follows that hand at the same pace; going back in the browser moves it too.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { readEvents, readJson } from '#app/_client/read-events.ts';
import type { RunState } from '#lib/engine/state.ts';
import { holdsAll, type PastMoment, pastMoment, pastView } from '#lib/engine/view/past-view.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import { type StateChange, stateChanges } from '#lib/engine/view/state-changes.ts';
import { paths } from '#lib/paths.ts';
import type { RunUrl } from '../use-run-url.ts';

/** `at` is what was asked for; `past` is null in the present and while what was asked for first is being read. */
export type Travel = { at: number | null; past: Past | null; moveTo(at: number | null): void };
export type Past = PastMoment & { view: RunView; changes: StateChange[] };

const rest = 120;

export function useTravel(view: RunView, url: RunUrl, given: PastMoment | null): Travel {
  const last = view.state.seq;
  const [at, setAt] = useState(url.at);
  const [rested, setRested] = useState(url.at);
  const written = useRef(url.at);
  useEffect(() => {
    if (at === written.current) return;
    const timer = setTimeout(() => {
      written.current = at;
      setRested(at);
      url.goTo({ at }, 'replace');
    }, rest);
    return () => clearTimeout(timer);
  }, [at, url]);
  useEffect(() => {
    if (url.at === written.current) return;
    written.current = url.at;
    setAt(url.at);
    setRested(url.at);
  }, [url.at]);
  // An event that is not there yet is the present.
  const wanted = at !== null && at < last ? at : null;
  return { at: wanted, past: usePast(view, wanted, rested, given), moveTo: setAt };
}

function usePast(view: RunView, at: number | null, rested: number | null, given: PastMoment | null): Past | null {
  const { run } = view.state;
  const isGiven = given?.event.seq === rested;
  const remote = useQuery({
    queryKey: ['run-moment', run, rested],
    queryFn: () => readMoment(run, rested ?? 1),
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

async function readMoment(runId: string, at: number): Promise<PastMoment> {
  const stateAt = (seq: number) => readJson<RunState>(paths.api.runState(runId, seq));
  const [before, state, [event]] = await Promise.all([
    at === 1 ? null : stateAt(at - 1),
    stateAt(at),
    readEvents(runId, { after: at - 1, limit: 1 }),
  ]);
  if (!event) throw new Error(`the console has no event ${at}`);
  return { event, before, state };
}
