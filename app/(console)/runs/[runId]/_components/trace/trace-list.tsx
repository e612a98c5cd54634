'use client';
import { useMutation } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { readEvents } from '#app/_client/read-events.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { useIsPhone } from '#app/_components/use-is-phone.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import { traceRowHeight } from './trace-row.tsx';

const pageSize = 500;
const nearTop = 200;
const nearEnd = 12;

/** A window on the events. Older ones are read when the reader comes near the top and are put in without moving anything. */
export function TraceList({
  runId,
  earliest,
  events,
  render,
  onOlder,
}: {
  runId: string;
  earliest: number;
  events: RunEvent[];
  render: (event: RunEvent) => ReactNode;
  onOlder: (older: RunEvent[]) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [readUpTo, setReadUpTo] = useState(events.at(-1)?.seq ?? 0);
  const older = useMutation({
    mutationFn: () => readEvents(runId, { before: earliest, limit: pageSize }),
    onSuccess: onOlder,
  });
  const rowHeight = useIsPhone() ? traceRowHeight.phone : traceRowHeight.wide;
  const virtual = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => events[index]?.seq ?? index,
    overscan: 20,
  });
  const last = events.at(-1)?.seq ?? 0;
  const unread = isAtEnd ? 0 : events.reduce((count, event) => count + (event.seq > readUpTo ? 1 : 0), 0);

  useKeepPlace(scroller, events, rowHeight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last event is what scrolls
  useLayoutEffect(() => {
    if (isAtEnd) toEnd();
  }, [last, isAtEnd]);
  useEffect(() => {
    if (isAtEnd) setReadUpTo(last);
  }, [isAtEnd, last]);

  function toEnd() {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }

  function onScroll() {
    const element = scroller.current;
    if (!element) return;
    setIsAtEnd(element.scrollTop + element.clientHeight >= element.scrollHeight - nearEnd);
    if (element.scrollTop < nearTop && earliest > 1 && !older.isPending) older.mutate();
  }

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
          {older.isError
            ? `Older events cannot be read: ${older.error.message}`
            : earliest > 1
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
        {events.length === 0 && <p className="py-10 text-center text-mute text-sm">No event fits this filter.</p>}
      </div>
      {unread > 0 && (
        <Button
          variant="primary"
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 animate-arrive rounded-full shadow-overlay"
          onClick={() => {
            toEnd();
            setIsAtEnd(true);
          }}
        >
          <ArrowDown aria-hidden />
          {unread} new {unread === 1 ? 'event' : 'events'}
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
