'use client';
// The run as it was after an event: folded here when the page has every event, else asked of the server.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RunEvent } from '#lib/engine/events.ts';
import type { RunState } from '#lib/engine/state.ts';
import { pastState, pastView } from '#lib/engine/view/past-view.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import { paths } from '#lib/paths.ts';

/** What the page shows: the present, or the past up to event `at`. Null while the past is being read. */
export function usePast(view: RunView, timelineEvents: RunEvent[], at: number | null): RunView | null {
  const { run } = view.state;
  const hasAll = view.events[0]?.seq === 1;
  const remote = useQuery({
    queryKey: ['run-state', run, at],
    queryFn: () => readState(run, at ?? 0),
    enabled: at !== null && !hasAll,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (at === null) return view;
    const state = pastState(view, at) ?? remote.data;
    return state ? pastView(view, state, timelineEvents, at) : null;
  }, [view, timelineEvents, at, remote.data]);
}

async function readState(runId: string, at: number): Promise<RunState> {
  const response = await fetch(paths.api.runState(runId, at), { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`the console answered ${response.status}`);
  return (await response.json()) as RunState;
}
