'use client';
// One row: the name with what can be done there, and its bars on the time axis. All of it leads to the node's details, a bar
// to its own visit; what leads elsewhere (folding, a called run, the first failing round) lies above.
import { ChevronRight, CircleX, ExternalLink } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { LiveOnly } from '#app/_client/run-source.tsx';
import { lookOf, StatusIcon } from '#app/_components/status.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { RoundFailure } from '#lib/engine/view/loop-rounds.ts';
import { type PlacedBar, placeBars, type TimeScale } from '#lib/engine/view/time/time-scale.ts';
import type { TimeWindow } from '#lib/engine/view/time/time-window.ts';
import type { TimelineRow } from '#lib/engine/view/timeline-rows.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { CalledRunLink } from '../called-run-link.ts';
import type { RunUrl } from '../use-run-url.ts';
import { RoundStrip } from './round-strip.tsx';
import { barWords, TimelineBar } from './timeline-bar.tsx';

const longestSummary = 200;
export const rowHeight = 32;
export const rowGrid = 'grid grid-cols-[minmax(0,var(--tree))_minmax(0,1fr)] phone:grid-cols-1';

type Props = {
  runId: string;
  row: TimelineRow;
  scale: TimeScale;
  now: number;
  isSelected: boolean;
  /** The keys came here; `onArrive` says whether it was just now. */
  isReached: boolean;
  onArrive: (key: string) => boolean;
  url: RunUrl;
  onToggle: (row: TimelineRow) => void;
  onShow: (window: TimeWindow) => void;
};

/** Redrawn only when its own bars, the scale or the selection change; the clock matters to rows with an open bar alone. */
export const TimelineRowLink = memo(TimelineRowView, (before, after) => {
  const isLive = after.row.bars.some(({ end }) => end === null) || after.row.rounds.at(-1)?.end === null;
  return (
    before.row.bars === after.row.bars &&
    before.row.rounds === after.row.rounds &&
    before.row.status === after.row.status &&
    before.row.aside === after.row.aside &&
    before.row.key === after.row.key &&
    before.row.group?.isOpen === after.row.group?.isOpen &&
    before.row.group?.counts === after.row.group?.counts &&
    before.scale === after.scale &&
    before.isSelected === after.isSelected &&
    before.isReached === after.isReached &&
    before.onShow === after.onShow &&
    before.url === after.url &&
    (!isLive || before.now === after.now)
  );
});

function TimelineRowView({ runId, row, scale, now, isSelected, isReached, onArrive, url, onToggle, onShow }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!isReached || !onArrive(row.key)) return;
    link.current?.focus({ preventScroll: true });
    link.current?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' });
  }, [isReached, onArrive, row.key]);
  const bars = placeBars(scale, row.bars, now);
  const place = { node: row.node, visit: row.visit };
  const isVisitedAgain = row.bars.some(({ visit }) => visit !== row.bars[0]?.visit);
  const call = row.bars.findLast((bar) => bar.call)?.call;
  const roundWindow = ({ start, end }: PlacedBar): TimeWindow => {
    const from = start - scale.origin;
    return { from, to: Math.max(from + 1, (end ?? now) - scale.origin) };
  };
  const chooseRound = (round: PlacedBar) => {
    if (row.group && !row.group.isOpen) onToggle(row);
    onShow(roundWindow(round));
    url.goTo(place, 'replace');
  };
  return (
    <div
      data-row={row.key}
      className={classNames(
        rowGrid,
        'relative h-8 scroll-mt-44 scroll-mb-20 border-line-soft border-b phone:h-11',
        isSelected ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--color-accent)]' : 'hover:bg-hover',
      )}
    >
      <span
        className="flex min-w-0 items-center gap-2 pr-3 text-sm"
        style={{ paddingLeft: `${20 + row.depth * 18 + (row.kind === 'call' ? 6 : 0)}px` }}
      >
        {row.group && <FoldButton row={row} onToggle={onToggle} />}
        <a
          ref={link}
          data-row-link
          href={url.hrefTo(place)}
          onClick={url.follow(place)}
          aria-current={isSelected ? 'true' : undefined}
          className="flex min-w-0 flex-1 items-center gap-2 -outline-offset-2 after:absolute after:inset-0"
        >
          <RowName row={row} bars={bars} now={now} />
        </a>
        {row.failure && <FailureLink failure={row.failure} url={url} />}
        {call && (
          <LiveOnly>
            <CalledRunLink
              caller={runId}
              call={call}
              aria-label={`The run that ${visibleText(row.label)} called`}
              title="The called run"
              className="relative z-[1] rounded-sm p-1 text-accent hover:bg-hover"
            >
              <ExternalLink aria-hidden className="size-3.5" />
            </CalledRunLink>
          </LiveOnly>
        )}
      </span>
      {/* The column lets clicks through to the row's link; its bars, which the link tells of, and rounds take theirs. */}
      <span
        aria-hidden={row.rounds.length === 0}
        className="pointer-events-none relative z-[1] mr-14 ml-2 block h-full phone:hidden"
      >
        {row.rounds.length > 0 ? (
          <RoundStrip
            rounds={placeBars(scale, row.rounds, now)}
            standing={row.status}
            now={now}
            isShown={(round) => scale.start === roundWindow(round).from + scale.origin}
            onChoose={chooseRound}
          />
        ) : (
          bars.map((bar, index) => (
            <TimelineBar
              key={bar.seq}
              bar={bar}
              now={now}
              place={{ node: row.node, visit: isVisitedAgain ? bar.visit : row.visit }}
              url={url}
              thin={row.kind !== 'node'}
              isLast={row.kind !== 'branch' && index === bars.length - 1}
            />
          ))
        )}
      </span>
    </div>
  );
}

function FailureLink({ failure: { round, node, visit }, url }: { failure: RoundFailure; url: RunUrl }) {
  const place = { node, visit };
  return (
    <a
      href={url.hrefTo(place)}
      onClick={url.follow(place)}
      title={`Round ${round.visit} failed first, at ${node}`}
      className="relative z-[1] flex items-center gap-0.5 rounded-sm px-1 text-failed text-xs hover:bg-failed-soft"
    >
      <CircleX aria-hidden className="size-3.5" />
      <span className="sr-only">First failing round: </span>
      {round.visit}
      <span className="sr-only">, at {node}</span>
    </a>
  );
}

function FoldButton({ row, onToggle }: { row: TimelineRow; onToggle: (row: TimelineRow) => void }) {
  const isOpen = row.group?.isOpen === true;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`${row.group?.holds} of ${visibleText(row.label)}`}
      onClick={() => onToggle(row)}
      className="relative z-[1] -mr-2 -ml-[18px] grid size-[18px] shrink-0 place-items-center rounded-sm text-faint hover:bg-hover hover:text-ink noscript:invisible"
    >
      <ChevronRight aria-hidden className={classNames('size-3.5 transition-transform', isOpen && 'rotate-90')} />
    </button>
  );
}

function RowName({ row, bars, now }: { row: TimelineRow; bars: PlacedBar[]; now: number }) {
  const isFaint = row.status === 'pending' && bars.length === 0;
  const isCall = row.kind === 'call';
  const last = row.rounds.at(-1) ?? bars.at(-1);
  const first = row.rounds[0] ?? last;
  const aside = row.group && !row.group.isOpen && row.group.counts ? row.group.counts : row.aside;
  const told = isCall ? [] : bars.map((bar) => barWords(bar, now));
  const summary = visibleText(told.join('; ').slice(0, longestSummary));
  return (
    <>
      {!isCall && <StatusIcon status={row.status} className={isFaint ? 'opacity-60' : undefined} />}
      <span
        title={visibleText(row.label)}
        className={classNames(
          'truncate',
          isCall && 'text-mute text-xs',
          isFaint ? 'text-faint' : row.kind === 'node' && row.depth === 0 && 'font-medium',
        )}
      >
        {visibleText(row.label)}
      </span>
      <span className="ml-auto max-w-40 shrink-0 truncate text-right text-faint text-xs tabular-nums">{aside}</span>
      {first && last && (
        <span className="hidden w-14 shrink-0 text-right font-mono text-faint text-xs phone:inline">
          {shortDuration((last.end ?? now) - first.start)}
        </span>
      )}
      <span className="sr-only">
        {!aside.startsWith(row.type) && `, ${row.type}`}, {lookOf(row.status).label.toLowerCase()}
        {summary && `: ${summary}`}
      </span>
    </>
  );
}
