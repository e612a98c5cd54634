import { lookOf, type Status } from '#app/_components/status.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { PlacedBar } from '#lib/engine/view/time/time-scale.ts';
import type { BarKind } from '#lib/engine/view/timeline.ts';
import { tokenWords } from '#lib/engine/view/timeline-calls.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { RunUrl } from '../use-run-url.ts';

/** The pause before a retry is no status: it is a thin line. Everything else takes the look of its status. */
function barStyle({ kind, cut }: PlacedBar): string | false {
  if (cut) return 'text-cancelled bg-cancelled-soft hatch border border-cancelled/50';
  return kind !== 'backoff' && lookOf(kind as Status).bar;
}

const words: Record<BarKind, string> = {
  running: 'running',
  completed: 'completed',
  failed: 'failed',
  waiting: 'waited',
  backoff: 'pause before the next try',
  skipped: 'skipped',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
};

export function barWords(bar: PlacedBar, now: number): string {
  const length = shortDuration((bar.end ?? now) - bar.start);
  if (bar.count > 1) return `${bar.count} ${bar.tokens ? 'calls' : 'visits'}, ${words[bar.kind]}, ${length}`;
  const which = [bar.visit > 1 && `visit ${bar.visit}`, bar.attempt > 1 && `attempt ${bar.attempt}`].filter(Boolean);
  const kind = bar.kind === 'waiting' && bar.end === null ? 'waiting' : words[bar.kind];
  return [
    ...which,
    `${kind} ${length}${bar.cut ? ', then cancelled' : ''}`,
    bar.tokens && tokenWords(bar.tokens),
    bar.note,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** A bar at its place: there may be a thousand of them, so it is one element, and plain to paint. The last one of a row carries its length with it, so that both move as one. */
export function TimelineBar({
  bar,
  now,
  place,
  url,
  thin,
  isLast,
}: {
  bar: PlacedBar;
  now: number;
  /** Where it leads. */
  place: { node: string; visit: number | null };
  url: RunUrl;
  thin: boolean;
  isLast: boolean;
}) {
  return (
    <a
      href={url.hrefTo(place)}
      onClick={url.follow(place)}
      tabIndex={-1}
      title={visibleText(barWords(bar, now))}
      data-bar={bar.cut ? 'cancelled' : bar.kind}
      className={classNames(
        'pointer-events-auto absolute min-w-[3px] rounded-[3px]',
        thin ? 'top-[calc(50%-4px)] h-2' : 'top-[calc(50%-7px)] h-3.5',
        barStyle(bar),
        bar.end === null && 'transition-[width] duration-1000 ease-linear',
      )}
      style={{ left: `${bar.left * 100}%`, width: `${bar.width * 100}%` }}
    >
      {bar.kind === 'backoff' && !bar.cut && <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />}
      {isLast && bar.kind !== 'skipped' && (
        <span className="pointer-events-none absolute top-1/2 left-full ml-1.5 -translate-y-1/2 whitespace-nowrap text-2xs text-faint tabular-nums">
          {shortDuration((bar.end ?? now) - bar.start)}
        </span>
      )}
    </a>
  );
}
