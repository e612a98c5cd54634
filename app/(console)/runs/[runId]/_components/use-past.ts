'use client';
// The run as it was after an event: folded here when the page has every event, else asked of the server.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readEvents, readJson } from '#app/_client/read-events.ts';
import type { RunState } from '#lib/engine/state.ts';
import { holdsAll, type PastMoment, pastMoment, pastView } from '#lib/engine/view/past-view.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import { paths } from '#lib/paths.ts';

export type Past = PastMoment & { view: RunView };

/** Null in the present, and while the past is being read. */
export function usePast(view: RunView, at: number | null): Past | null {
  const { run } = view.state;
  const remote = useQuery({
    queryKey: ['run-moment', run, at],
    queryFn: () => readMoment(run, at ?? 0),
    enabled: at !== null && !holdsAll(view),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    const moment = at === null ? null : (pastMoment(view, at) ?? remote.data);
    return moment ? { ...moment, view: pastView(view, moment) } : null;
  }, [view, at, remote.data]);
}

async function readMoment(runId: string, at: number): Promise<PastMoment> {
  const [state, [event]] = await Promise.all([
    readJson<RunState>(paths.api.runState(runId, at)),
    readEvents(runId, { after: at - 1, limit: 1 }),
  ]);
  if (!event) throw new Error(`the console has no event ${at}`);
  return { state, event };
}
