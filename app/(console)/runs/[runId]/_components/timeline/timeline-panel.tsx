'use client';
import { type CSSProperties, useCallback, useMemo, useRef, useState } from 'react';
// Tree and bars, aligned: a row a node in written order, the time axis above them.
import { lazyPart } from '#app/_client/lazy-part.tsx';
import { usePresent } from '#app/_components/time.tsx';
import type { RunState } from '#lib/engine/state.ts';
import { countAll } from '#lib/engine/view/thin-timeline.ts';
import { type Folding, foldAll, foldNone, type TimeScale, timeScale } from '#lib/engine/view/time/time-scale.ts';
import type { Timeline } from '#lib/engine/view/timeline.ts';
import {
  asTheyBegin,
  isAt,
  isShown,
  type RowFilter,
  rowPlan,
  type TimelineRow,
  timelineRows,
} from '#lib/engine/view/timeline-rows.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import type { Naming } from '../naming.ts';
import { separatorStyle, treePane, usePaneWidth } from '../use-pane-width.ts';
import type { RunUrl } from '../use-run-url.ts';
import { lengthWords } from './axis-words.ts';
import { TimeBrush } from './time-brush.tsx';
import { TimeMarker } from './time-marker.tsx';
import { TimelineAxis, TimelineGrid } from './timeline-axis.tsx';
import { TimelineFilters } from './timeline-filters.tsx';
import { rowGrid, TimelineRowLink } from './timeline-row.tsx';
import { useRowCursor } from './use-row-cursor.ts';
import { type TimeWindowHandle, useTimeWindow } from './use-time-window.ts';
import { useTimelineKeys } from './use-timeline-keys.ts';

/** Only for workflows with more rows than a page should hold. */
const VirtualRows = lazyPart(() => import('../virtual-rows.tsx').then((module) => module.VirtualRows));
/** Only for runs with images. */
const FilmStrip = lazyPart(() => import('./film-strip.tsx').then((module) => module.FilmStrip));
const virtualAbove = 100;

/** `present` is the timeline of the whole run as it is now: a moment of the past is drawn on its scale, so that nothing moves. */
type Props = {
  graph: Graph;
  state: RunState;
  timeline: Timeline;
  present: Timeline;
  /** Where the present stands still, although the run has not ended. */
  stopped: number | null;
  asOf: number | null;
  /** The event after which the run is asked for; what it was then may still be on its way. */
  at: number | null;
  artifacts: ReadonlyMap<string, ArtifactView>;
  naming: Naming;
  url: RunUrl;
  onOpenImage: (id: string) => void;
};

export function TimelinePanel({
  graph,
  state,
  timeline,
  present,
  stopped,
  asOf,
  at,
  artifacts,
  naming,
  url,
  onOpenImage,
}: Props) {
  const [folding, setFolding] = useState(foldAll);
  const [filter, setFilter] = useState<RowFilter>({ text: '', errorsOnly: false });
  const end = present.end ?? stopped;
  const ticked = usePresent((now) => (end === null ? String(Math.floor(now / 1000) * 1000) : ''));
  const presentNow = end ?? Number(ticked);
  const now = asOf ?? timeline.end ?? presentNow;
  const whole = useStableScale(present, presentNow, folding);
  const time = useTimeWindow(whole, url);
  const { scale } = time;
  const area = useRef<HTMLDivElement>(null);
  const tree = usePaneWidth(treePane);
  const [open, setOpen] = useState(asTheyBegin);
  const toggle = useCallback(
    ({ key, group }: TimelineRow) =>
      setOpen((before) => ({ ...before, byKey: new Map([...before.byKey, [key, !group?.isOpen]]) })),
    [],
  );
  const plan = useMemo(() => rowPlan(graph), [graph]);
  const rows = useMemo(() => timelineRows(plan, state, timeline, open), [plan, state, timeline, open]);
  const shown = rows.filter((row) => isShown(row, filter));
  const cursor = useRowCursor(url);
  const isReached = (each: TimelineRow) => each.key === cursor.key;
  const hasCursor = shown.some(isReached);
  const isSelected = (each: TimelineRow) => (hasCursor ? isReached(each) : isAt(each, url));
  const everyRow = () => timelineRows(plan, state, timeline, { all: true, byKey: new Map() });
  useTimelineKeys({ area, rows: shown, everyRow, cursor, url, time, open, onOpen: setOpen });

  const row = (each: TimelineRow) => (
    <TimelineRowLink
      key={each.key}
      runId={state.run}
      row={each}
      scale={scale}
      now={now}
      isSelected={isSelected(each)}
      isReached={isReached(each)}
      onArrive={cursor.arrive}
      onShow={time.showTime}
      url={url}
      onToggle={toggle}
    />
  );
  return (
    <section
      aria-label="Timeline"
      className="flex min-w-0 flex-1 flex-col [--tree:264px]"
      style={tree.width === null ? undefined : ({ '--tree': `${tree.width}px` } as CSSProperties)}
    >
      <TimelineFilters
        filter={filter}
        onFilter={setFilter}
        hasFolds={whole.pieces.some(({ quiet }) => quiet)}
        foldIdle={!folding.none}
        onFoldIdle={(fold) => setFolding(fold ? foldAll : foldNone)}
        time={time}
      />
      <div ref={area} className="relative">
        <div className="sticky top-[calc(89px+var(--shell-top))] z-[5] bg-page phone:static">
          <div className={`${rowGrid} h-9 items-center noscript:hidden phone:hidden`}>
            <span className="truncate pl-5 text-faint text-xs">{countWords(graph, rows)}</span>
            <TimeBrush graph={graph} timeline={present} time={time} now={presentNow} />
          </div>
          <div className={`${rowGrid} h-8 items-center border-line border-b text-faint text-xs phone:hidden`}>
            <span className="truncate pl-5 tabular-nums">{shownWords(time, presentNow)}</span>
            <TimelineAxis scale={scale} now={presentNow} onFold={(from) => setFolding(turned(whole, from))} />
          </div>
        </div>
        <div className="relative">
          <TimelineGrid scale={scale} asOf={asOf} />
          {shown.length > virtualAbove ? (
            <VirtualRows rows={shown} selected={shown.findIndex(isSelected)} render={row} />
          ) : (
            <div>{shown.map(row)}</div>
          )}
        </div>
        <div className="pointer-events-none absolute inset-y-0 left-0 w-(--tree) phone:hidden">
          <div {...tree.separator} className={`${separatorStyle} pointer-events-auto right-0`} />
        </div>
        {present.images.length > 0 && (
          <FilmStrip
            runId={state.run}
            images={present.images}
            artifacts={artifacts}
            scale={scale}
            at={at}
            naming={naming}
            onOpenImage={onOpenImage}
          />
        )}
        <TimeMarker area={area} time={time} />
      </div>
      {shown.length === 0 && <p className="px-5 py-8 text-center text-mute text-sm">No node fits this filter.</p>}
    </section>
  );
}

/** The same scale object while nothing about it changed, so that rows at rest are not drawn again every second. */
function useStableScale(timeline: Timeline, now: number, folding: Folding): TimeScale {
  const text = JSON.stringify(timeScale(timeline, now, folding));
  return useMemo(() => JSON.parse(text), [text]);
}

/** Opens or folds the waiting that begins there, and leaves the rest as it is. */
function turned({ pieces }: TimeScale, from: number): Folding {
  const open = pieces.flatMap(({ quiet, folded }) => (quiet && !folded ? [quiet.from] : []));
  return { none: false, opened: new Set(open).symmetricDifference(new Set([from])) };
}

/** The axis of a run that goes on reaches ahead of it; how long it has been is told in whole seconds. */
function shownWords({ isWhole, scale, whole }: TimeWindowHandle, now: number): string {
  const words = (at: number) => lengthWords(at - whole.origin);
  if (isWhole && now < whole.end) return `${lengthWords(Math.floor((now - whole.origin) / 1000) * 1000)} in all`;
  return isWhole ? `${words(whole.end)} in all` : `${words(scale.start)} to ${words(scale.end)}`;
}

function countWords(graph: Graph, rows: TimelineRow[]): string {
  const nodes = rows.filter(({ kind }) => kind === 'node');
  const repeated = nodes.reduce((sum, { bars }) => sum + countAll(bars.filter(({ kind }) => kind === 'backoff')), 0);
  const words = `${graph.nodes.length} ${graph.nodes.length === 1 ? 'node' : 'nodes'}`;
  return repeated > 0 ? `${words} · ${repeated} ${repeated === 1 ? 'attempt' : 'attempts'} repeated` : words;
}
