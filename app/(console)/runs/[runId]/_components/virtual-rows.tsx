'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import type { TimelineRow } from '#lib/engine/view/timeline-rows.ts';
import { rowHeight } from './timeline/timeline-row.tsx';

/** Draws only the rows that can be seen; for workflows with more rows than a page should hold. */
export function VirtualRows({
  rows,
  selected,
  render,
}: {
  rows: TimelineRow[];
  /** The row to keep in sight, or -1. */
  selected: number;
  render: (row: TimelineRow) => ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    initialRect: { width: 1000, height: 1200 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection scrolls, not a new row
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected, { align: 'auto' });
  }, [selected]);
  return (
    <div ref={scroller} className="h-[calc(100dvh-220px)] min-h-64 overflow-auto">
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {render(row)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
