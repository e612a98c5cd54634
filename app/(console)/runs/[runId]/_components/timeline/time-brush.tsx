'use client';
// The whole run in a strip, and on it the part that is shown: drawn anew by dragging over it, moved, or changed at its edges.
import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef } from 'react';
import { lookOf, type Status } from '#app/_components/status.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import { laneCount, minimapMarks } from '#lib/engine/view/time/minimap.ts';
import { momentAt, type TimeScale } from '#lib/engine/view/time/time-scale.ts';
import { edgeMoved, moved, type Span } from '#lib/engine/view/time/time-window.ts';
import type { Timeline } from '#lib/engine/view/timeline.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import { lengthWords } from './axis-words.ts';
import type { TimeWindowHandle } from './use-time-window.ts';

type Grip = 'left' | 'right' | 'window' | 'new';
/** What a hand holds: since where, and how the window stood then. */
type Hold = { grip: Grip; at: number; span: Span };

/** Less is a click, which brings the window there. */
const leastDrag = 0.006;

export function TimeBrush({
  graph,
  timeline,
  time,
  now,
}: {
  graph: Graph;
  timeline: Timeline;
  time: TimeWindowHandle;
  now: number;
}) {
  const strip = useRef<HTMLFieldSetElement>(null);
  const held = useRef<Hold | null>(null);
  const { span, whole } = time;
  const shareAt = ({ clientX }: PointerEvent) => {
    const box = strip.current?.getBoundingClientRect();
    return box && box.width > 0 ? Math.min(1, Math.max(0, (clientX - box.left) / box.width)) : 0;
  };
  function take(event: PointerEvent<HTMLFieldSetElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const named = (event.target as Element).closest<HTMLElement>('[data-grip]')?.dataset.grip as Grip | undefined;
    held.current = { grip: named ?? 'new', at: shareAt(event), span };
  }
  function drag(event: PointerEvent) {
    const hold = held.current;
    if (!hold) return;
    const to = shareAt(event);
    if (hold.grip === 'window') time.show(moved(hold.span, (to - hold.at) / (hold.span.right - hold.span.left)));
    else if (hold.grip !== 'new') time.show(edgeMoved(whole, hold.span, hold.grip, to));
    else if (Math.abs(to - hold.at) > leastDrag)
      time.show({ left: Math.min(to, hold.at), right: Math.max(to, hold.at) });
  }
  function release(event: PointerEvent) {
    const hold = held.current;
    held.current = null;
    const isClick = hold !== null && Math.abs(shareAt(event) - hold.at) <= leastDrag;
    if (isClick && hold.grip === 'new' && !time.isWhole)
      time.show(
        moved(hold.span, (hold.at - (hold.span.left + hold.span.right) / 2) / (hold.span.right - hold.span.left)),
      );
  }
  const words = (share: number) => lengthWords(momentAt(whole, share) - whole.origin);
  const percents = (share: number) => `${share * 100}%`;
  return (
    <fieldset
      ref={strip}
      aria-label="Time of the whole run"
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={time.reset}
      className="relative mr-14 ml-2 h-7 min-w-0 cursor-crosshair touch-none select-none rounded-sm border border-line bg-panel"
    >
      <Minimap graph={graph} timeline={timeline} scale={whole} now={now} />
      <span aria-hidden className="absolute inset-y-0 left-0 bg-page/70" style={{ width: percents(span.left) }} />
      <span aria-hidden className="absolute inset-y-0 right-0 bg-page/70" style={{ width: percents(1 - span.right) }} />
      {!time.isWhole && (
        <Slider
          name="Shown part of the run"
          grip="window"
          time={time}
          value={span.left}
          words={`${words(span.left)} to ${words(span.right)}`}
          onMove={(by) => time.moveBy(by / (span.right - span.left))}
          step={(span.right - span.left) / 10}
          className="inset-y-0 cursor-grab border-accent border-y-2 bg-accent/10"
          style={{ left: percents(span.left), width: percents(span.right - span.left) }}
        />
      )}
      {(['left', 'right'] as const).map((edge) => (
        <Slider
          key={edge}
          name={edge === 'left' ? 'Start of what is shown' : 'End of what is shown'}
          grip={edge}
          time={time}
          value={span[edge]}
          words={words(span[edge])}
          onMove={(by) => time.show(edgeMoved(whole, span, edge, span[edge] + by))}
          step={Math.max((span.right - span.left) / 20, 0.0005)}
          className={classNames(
            '-inset-y-px z-[1] w-1.5 cursor-ew-resize rounded-sm bg-accent',
            'after:absolute after:inset-y-0 after:-right-1.5 after:-left-1.5',
            edge === 'left' ? '-translate-x-1' : '-translate-x-0.5',
            time.isWhole && 'opacity-60',
          )}
          style={{ left: percents(span[edge]) }}
        />
      ))}
    </fieldset>
  );
}

/** A part of the brush that a hand drags and arrow keys move: one step, ten with Page keys, all the way with Home and End. */
function Slider({
  name,
  grip,
  time: { whole },
  value,
  words,
  step,
  onMove,
  className,
  style,
}: {
  name: string;
  grip: Grip;
  time: TimeWindowHandle;
  value: number;
  words: string;
  step: number;
  onMove: (by: number) => void;
  className: string;
  style: { left: string; width?: string };
}) {
  function press(event: KeyboardEvent) {
    const by = {
      ArrowLeft: -step,
      ArrowDown: -step,
      ArrowRight: step,
      ArrowUp: step,
      PageDown: -10 * step,
      PageUp: 10 * step,
      Home: -2,
      End: 2,
    }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(by);
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      data-grip={grip}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={whole.end - whole.origin}
      aria-valuenow={Math.round(momentAt(whole, value) - whole.origin)}
      aria-valuetext={words}
      onKeyDown={press}
      className={classNames('absolute', className)}
      style={style}
    />
  );
}

const Minimap = memo(function Minimap({
  graph,
  timeline,
  scale,
  now,
}: {
  graph: Graph;
  timeline: Timeline;
  scale: TimeScale;
  now: number;
}) {
  const nodes = useMemo(() => graph.nodes.map(({ id }) => id), [graph]);
  const marks = useMemo(() => minimapMarks(timeline, nodes, scale, now), [timeline, nodes, scale, now]);
  const lanes = laneCount(nodes);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 1 ${lanes}`}
      preserveAspectRatio="none"
      className="absolute inset-x-0 top-1 h-[18px] w-full"
    >
      {scale.pieces
        .filter(({ folded }) => folded)
        .map(({ from, left, width }) => (
          <rect key={from} x={left} width={width} y={0} height={lanes} className="fill-current text-line-soft" />
        ))}
      {marks.map(({ lane, left, width, kind }) => (
        <rect
          key={`${lane} ${left}`}
          x={left}
          width={width}
          y={lane + 0.1}
          height={0.8}
          className={classNames('fill-current', lookOf((kind === 'backoff' ? 'pending' : kind) as Status).text)}
        />
      ))}
    </svg>
  );
});
