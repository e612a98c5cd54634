'use client';
// A long run comes with bars that stand for many. Where somebody looks nearer than they tell apart, the finer ones are read of
// the server, once for about that part, and what happens from then on is folded into them as into everything else.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useRunSource } from '#app/_client/run-source.tsx';
import type { RunView } from '#lib/engine/view/run-view.ts';
import { askedWindow, isTooCoarse } from '#lib/engine/view/thin-timeline.ts';
import { windowOf, windowWords } from '#lib/engine/view/time/time-window.ts';
import { foldTimeline, type Timeline } from '#lib/engine/view/timeline.ts';

export function useFineTimeline(view: RunView, windowText: string | null): RunView {
  const { timeline, events, state } = view;
  const source = useRunSource();
  const asked = useMemo(() => {
    const window = windowOf(windowText);
    const now = timeline.end ?? Date.parse(events.at(-1)?.at ?? state.created_at);
    return window && isTooCoarse(timeline, now, window) ? askedWindow(window) : null;
  }, [windowText, timeline, events, state.created_at]);
  const { data, refetch } = useQuery({
    queryKey: ['run-timeline', state.run, asked && windowWords(asked)],
    queryFn: () => (asked ? source.readTimeline(state.run, asked) : null),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const folded = useRef<{ read: Timeline; upTo: Timeline } | null>(null);
  const read = asked ? (data ?? null) : null;
  const latest = () => (folded.current && folded.current.read === read ? folded.current.upTo : read);
  const first = events[0]?.seq ?? state.seq + 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was folded last is of what was read
  const fine = useMemo(() => {
    const before = latest();
    if (!read || !before || first > before.seq + 1) return null;
    const fresh = events.slice(before.seq + 1 - first);
    folded.current = { read, upTo: fresh.length > 0 ? foldTimeline(before, fresh) : before };
    return folded.current.upTo;
  }, [read, events]);
  // What was read lies further back than the events that the page still holds: it is read again.
  const isBehind = read !== null && fine === null;
  useEffect(() => {
    if (isBehind) refetch();
  }, [isBehind, refetch]);
  return useMemo(() => (fine ? { ...view, timeline: fine } : view), [view, fine]);
}
