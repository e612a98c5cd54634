'use client';
// The run as it was after an event: folded here when the page has every event, else asked of the server.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { foldFacts } from '#app/_client/node-facts.ts';
import type { RunView } from '#app/_client/run-view.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import { applyEvent } from '#lib/engine/fold/apply-event.ts';
import type { RunState } from '#lib/engine/state.ts';
import { emptyTimeline, foldTimeline } from '#lib/engine/view/timeline.ts';
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
    const state = hasAll ? foldUpTo(view.events, at) : remote.data;
    if (!state) return null;
    const known = hasAll ? view.events : merged(timelineEvents, view.events);
    const events = known.filter(({ seq }) => seq <= at);
    return {
      ...view,
      state,
      timeline: foldTimeline(emptyTimeline, events),
      facts: events.reduce(foldFacts, {}),
      events: view.events.filter(({ seq }) => seq <= at),
      artifacts: view.artifacts.filter(({ seq }) => seq <= at),
    };
  }, [view, timelineEvents, at, hasAll, remote.data]);
}

function foldUpTo(events: RunEvent[], at: number): RunState | null {
  let state: RunState | null = null;
  for (const event of events) {
    if (event.seq > at) break;
    state = applyEvent(state, event);
  }
  return state;
}

function merged(older: RunEvent[], newer: RunEvent[]): RunEvent[] {
  const first = newer[0]?.seq ?? Number.POSITIVE_INFINITY;
  return [...older.filter(({ seq }) => seq < first), ...newer];
}

async function readState(runId: string, at: number): Promise<RunState> {
  const response = await fetch(paths.api.runState(runId, at), { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`the console answered ${response.status}`);
  return (await response.json()) as RunState;
}
