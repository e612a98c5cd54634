'use client';
// Tree and bars, aligned: a row a node in written order, the time axis above them.
import { useCallback, useMemo, useState } from 'react';
import { useTicking } from '#app/_components/time.tsx';
import type { RunState } from '#lib/engine/state.ts';
import { countAll } from '#lib/engine/view/thin-timeline.ts';
import { type TimeScale, timeScale } from '#lib/engine/view/time-scale.ts';
import type { Timeline } from '#lib/engine/view/timeline.ts';
import {
  isAt,
  isShown,
  type RowFilter,
  rowPlan,
  type TimelineRow,
  timelineRows,
} from '#lib/engine/view/timeline-rows.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import type { RunUrl } from '../use-run-url.ts';
import { VirtualRows } from '../virtual-rows.tsx';
import { TimelineAxis, TimelineGrid } from './timeline-axis.tsx';
import { TimelineFilters } from './timeline-filters.tsx';
import { rowGrid, TimelineRowLink } from './timeline-row.tsx';
import { useTimelineKeys } from './use-timeline-keys.ts';

const virtualAbove = 100;

type Props = { graph: Graph; state: RunState; timeline: Timeline; asOf: number | null; url: RunUrl };

export function TimelinePanel({ graph, state, timeline, asOf, url }: Props) {
  const [foldIdle, setFoldIdle] = useState(true);
  const [filter, setFilter] = useState<RowFilter>({ text: '', errorsOnly: false });
  const frozenAt = asOf ?? timeline.end;
  const ticked = useTicking((now) => (frozenAt === null ? String(Math.floor(now / 1000) * 1000) : ''));
  const now = frozenAt ?? Number(ticked);
  const scale = useStableScale(timeline, now, foldIdle);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => setToggled((before) => before.symmetricDifference(new Set([key]))), []);
  const plan = useMemo(() => rowPlan(graph), [graph]);
  const rows = useMemo(() => timelineRows(plan, state, timeline, toggled), [plan, state, timeline, toggled]);
  const shown = rows.filter((row) => isShown(row, filter));
  useTimelineKeys(shown, url, toggle);

  const row = (each: TimelineRow) => (
    <TimelineRowLink
      key={each.key}
      runId={state.run}
      row={each}
      scale={scale}
      now={now}
      isSelected={isAt(each, url)}
      url={url}
      onToggle={toggle}
    />
  );
  return (
    <section aria-label="Timeline" className="flex min-w-0 flex-1 flex-col">
      <TimelineFilters
        filter={filter}
        onFilter={setFilter}
        hasFolds={!foldIdle || scale.pieces.some(({ folded }) => folded)}
        foldIdle={foldIdle}
        onFoldIdle={setFoldIdle}
      />
      <div className={`${rowGrid} h-8 shrink-0 items-center border-line border-b text-faint text-xs phone:hidden`}>
        <span className="truncate pl-5">{countWords(graph, rows)}</span>
        <TimelineAxis scale={scale} />
      </div>
      <div className="relative">
        <TimelineGrid scale={scale} />
        {shown.length > virtualAbove ? (
          <VirtualRows rows={shown} selected={shown.findIndex((each) => isAt(each, url))} render={row} />
        ) : (
          <div>{shown.map(row)}</div>
        )}
      </div>
      {shown.length === 0 && <p className="px-5 py-8 text-center text-mute text-sm">No node fits this filter.</p>}
    </section>
  );
}

/** The same scale object while nothing about it changed, so that rows at rest are not drawn again every second. */
function useStableScale(timeline: Timeline, now: number, foldIdle: boolean): TimeScale {
  const text = JSON.stringify(timeScale(timeline, now, foldIdle));
  return useMemo(() => JSON.parse(text), [text]);
}

function countWords(graph: Graph, rows: TimelineRow[]): string {
  const nodes = rows.filter(({ kind }) => kind === 'node');
  const repeated = nodes.reduce((sum, { bars }) => sum + countAll(bars.filter(({ kind }) => kind === 'backoff')), 0);
  const words = `${graph.nodes.length} ${graph.nodes.length === 1 ? 'node' : 'nodes'}`;
  return repeated > 0 ? `${words} · ${repeated} ${repeated === 1 ? 'attempt' : 'attempts'} repeated` : words;
}
