'use client';
import { memo } from 'react';
import { lookOf, StatusIcon } from '#app/_components/status.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import { type PlacedBar, placeBars, type TimeScale } from '#lib/engine/time-scale.ts';
import { barWords, TimelineBar } from './timeline-bar.tsx';
import type { TimelineRow } from './timeline-rows.ts';
import type { RunUrl } from './use-run-url.ts';

export const rowHeight = 32;
export const rowGrid = 'grid grid-cols-[minmax(0,264px)_minmax(0,1fr)] phone:grid-cols-1';

type Props = { row: TimelineRow; scale: TimeScale; now: number; isSelected: boolean; url: RunUrl };

/** Redrawn only when its own bars, the scale or the selection change; the clock matters to rows with an open bar alone. */
export const TimelineRowLink = memo(TimelineRowView, (before, after) => {
  const isLive = after.row.bars.at(-1)?.end === null;
  return (
    before.row.bars === after.row.bars &&
    before.row.status === after.row.status &&
    before.row.key === after.row.key &&
    before.scale === after.scale &&
    before.isSelected === after.isSelected &&
    before.url === after.url &&
    (!isLive || before.now === after.now)
  );
});

function TimelineRowView({ row, scale, now, isSelected, url }: Props) {
  const bars = placeBars(scale, row.bars, now);
  const place = { node: row.node };
  const summary = bars.map((bar) => barWords(bar, now)).join('; ');
  return (
    <a
      href={url.hrefTo(place)}
      onClick={url.follow(place)}
      data-row={row.depth === 0 ? row.node : undefined}
      aria-current={isSelected && row.depth === 0 ? 'true' : undefined}
      aria-label={`${row.label}, ${row.type}, ${lookOf(row.status).label.toLowerCase()}${summary && row.depth === 0 ? `: ${summary.slice(0, 200)}` : ''}`}
      className={classNames(
        rowGrid,
        'relative h-8 border-line-soft border-b -outline-offset-2 phone:h-11',
        isSelected ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--color-accent)]' : 'hover:bg-hover',
      )}
    >
      <RowName row={row} bars={bars} now={now} />
      <span aria-hidden className="relative mr-14 ml-2 block h-full phone:hidden">
        {bars.map((bar, index) => (
          <TimelineBar key={bar.seq} bar={bar} now={now} thin={row.depth === 1} isLast={index === bars.length - 1} />
        ))}
      </span>
    </a>
  );
}

function RowName({ row, bars, now }: { row: TimelineRow; bars: PlacedBar[]; now: number }) {
  const isFaint = row.status === 'pending' && bars.length === 0;
  const last = bars.at(-1);
  return (
    <span
      className={classNames(
        'flex min-w-0 items-center gap-2 pr-3 pl-5 text-sm',
        row.depth === 1 && 'pl-11 text-mute text-xs',
      )}
    >
      {row.depth === 0 && <StatusIcon status={row.status} className={isFaint ? 'opacity-60' : undefined} />}
      <span className={classNames('truncate', isFaint ? 'text-faint' : row.depth === 0 && 'font-medium')}>
        {row.label}
      </span>
      {row.depth === 0 && (
        <span className="ml-auto shrink-0 text-faint text-xs">
          {row.type}
          {row.visits > 1 && ` · visit ${row.visits}`}
        </span>
      )}
      {last && row.depth === 0 && (
        <span className="hidden w-14 shrink-0 text-right font-mono text-faint text-xs phone:inline">
          {shortDuration((last.end ?? now) - last.start)}
        </span>
      )}
    </span>
  );
}
