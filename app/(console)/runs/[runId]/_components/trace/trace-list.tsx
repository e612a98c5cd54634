'use client';
import { useMutation } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#app/_components/ui/button.tsx';
import { useIsPhone } from '#app/_components/use-is-phone.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import { traceRowHeight } from './trace-row.tsx';
import type { TraceWindow } from './use-trace-window.ts';

const nearEdge = 200;
const nearEnd = 12;

/**
 * A window on the events. Older and newer ones are read when the reader comes near an edge and are put in without moving
 * anything. It follows the end only while the reader is there; `target` is the event that it was asked to show.
 */
export function TraceList({
  shown,
  target,
  render,
}: {
  shown: TraceWindow;
  target: { seq: number } | null;
  render: (event: RunEvent) => ReactNode;
}) {
  const { events, loadOlder, loadNewer, isNewest } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(target === null);
  const [readUpTo, setReadUpTo] = useState(events.at(-1)?.seq ?? 0);
  const more = useMutation({ mutationFn: (load: () => Promise<unknown>) => load() });
  const rowHeight = useIsPhone() ? traceRowHeight.phone : traceRowHeight.wide;
  const virtual = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => events[index]?.seq ?? index,
    overscan: 8,
  });
  const last = events.at(-1)?.seq ?? 0;
  const follows = isAtEnd && isNewest;
  const unread = follows ? 0 : events.reduce((count, event) => count + (event.seq > readUpTo ? 1 : 0), 0);

  useKeepPlace(scroller, events, rowHeight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last event is what scrolls
  useLayoutEffect(() => {
    if (follows) toEnd();
  }, [last, follows]);
  useEffect(() => {
    if (follows) setReadUpTo(last);
  }, [follows, last]);
  const found = target === null ? -1 : events.findIndex(({ seq }) => seq === target.seq);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown once, when it is asked for or comes in
  useLayoutEffect(() => {
    const element = scroller.current;
    if (found < 0 || !element) return;
    const top = found * rowHeight;
    const isSeen = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight - rowHeight;
    setIsAtEnd(false);
    if (!isSeen) element.scrollTop = Math.max(0, top - element.clientHeight / 2);
  }, [target, found >= 0]);

  function toEnd() {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }

  function onScroll() {
    const element = scroller.current;
    if (!element) return;
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    setIsAtEnd(below <= nearEnd);
    if (more.isPending) return;
    if (element.scrollTop < nearEdge && loadOlder) more.mutate(loadOlder);
    else if (below < nearEdge && loadNewer) more.mutate(loadNewer);
  }

  const problem = shown.error ?? more.error;
  return (
    <div className="relative">
      <div
        ref={scroller}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it
        tabIndex={0}
        role="log"
        aria-label="Events"
        aria-live="off"
        className="h-[calc(100dvh-194px-var(--shell-top))] min-h-72 overflow-auto overscroll-contain [overflow-anchor:none] phone:h-[60dvh]"
      >
        {/* Always of one height: what stands below must not move when the last of the older events has come. */}
        <p className="grid h-8 place-items-center text-faint text-xs">
          {problem
            ? `Events cannot be read: ${problem.message}`
            : loadOlder
              ? 'Scroll up for older events'
              : 'The beginning of the run'}
        </p>
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const event = events[item.index];
            return (
              event && (
                <div
                  key={item.key}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {render(event)}
                </div>
              )
            );
          })}
        </div>
        {events.length === 0 && (
          <p className="py-10 text-center text-mute text-sm">
            {shown.count === null ? 'Looking through all events …' : 'No event fits this filter.'}
          </p>
        )}
      </div>
      {(unread > 0 || !isNewest) && (
        <Button
          variant="primary"
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 animate-arrive rounded-full shadow-overlay"
          onClick={() => {
            shown.showNewest();
            toEnd();
            setIsAtEnd(true);
          }}
        >
          <ArrowDown aria-hidden />
          {isNewest ? `${unread} new ${unread === 1 ? 'event' : 'events'}` : 'To the newest events'}
        </Button>
      )}
    </div>
  );
}

/** When rows are put in above, the scroll position goes down by their height, so the reader sees the same rows. */
function useKeepPlace(scroller: { current: HTMLDivElement | null }, events: RunEvent[], rowHeight: number) {
  const before = useRef(events);
  useLayoutEffect(() => {
    const first = before.current[0]?.seq;
    before.current = events;
    const added = first === undefined ? -1 : events.findIndex(({ seq }) => seq === first);
    if (added > 0 && scroller.current) scroller.current.scrollTop += added * rowHeight;
  }, [events, scroller, rowHeight]);
}
