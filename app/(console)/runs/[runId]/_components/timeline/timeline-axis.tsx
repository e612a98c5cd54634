'use client';
import { shortDuration } from '#app/_components/time-words.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import { type Tick, ticksOf } from '#lib/engine/view/time/ticks.ts';
import { positionOf, type TimeScale } from '#lib/engine/view/time/time-scale.ts';
import { axisWords } from './axis-words.ts';

/** The narrowest stretch that all of its words fit into. */
const readable = 0.11;

/** Whether the words at a tick would run into what begins there. */
function isUnder(tick: Tick, left: number): boolean {
  return tick.left <= left && tick.left > left - 0.08;
}

const percents = (share: number) => `${share * 100}%`;

/** Round moments, and on each stretch of waiting how long it is: a press opens or folds it, and it alone. */
export function TimelineAxis({
  scale,
  now,
  onFold,
}: {
  scale: TimeScale;
  now: number;
  onFold: (from: number) => void;
}) {
  const ticks = ticksOf(scale);
  const labels = axisWords(ticks);
  const quiet = scale.pieces.flatMap((piece) => (piece.quiet ? [{ ...piece, quiet: piece.quiet }] : []));
  return (
    <div className="relative mr-14 ml-2 h-full phone:hidden">
      {ticks.map((tick, index) =>
        quiet.some(({ left }) => isUnder(tick, left)) ? null : (
          <span
            key={tick.elapsed}
            aria-hidden
            className="absolute top-1/2 -translate-y-1/2 whitespace-nowrap text-2xs text-faint tabular-nums"
            style={{ left: percents(tick.left) }}
          >
            {labels[index]}
          </span>
        ),
      )}
      {quiet.map(({ quiet: stretch, folded, left, width }) => {
        // One that still goes on is as long as it has been.
        const length = shortDuration(Math.min(stretch.to, now) - stretch.from);
        const what = folded ? 'folded' : 'of waiting';
        return (
          <span
            key={stretch.from}
            className="absolute inset-y-0 flex items-center justify-center"
            style={{ left: percents(left), width: percents(width) }}
          >
            <button
              type="button"
              aria-expanded={!folded}
              title={`${length} ${what}. ${folded ? 'Open' : 'Fold'} it`}
              onClick={() => onFold(stretch.from)}
              className={classNames(
                'h-5 shrink-0 whitespace-nowrap rounded-sm border border-line bg-page px-1 text-2xs text-mute tabular-nums',
                'hover:border-line-strong hover:text-ink noscript:pointer-events-none',
              )}
            >
              {length} <span className={width < readable ? 'sr-only' : undefined}>{what}</span>
            </button>
          </span>
        );
      })}
    </div>
  );
}

export const barsColumn = 'right-14 left-[calc(var(--tree)+8px)]';

/** Behind all rows: thin lines at the ticks, a band where waiting is folded, and the moment of the past that is looked at. */
export function TimelineGrid({ scale, asOf }: { scale: TimeScale; asOf: number | null }) {
  const isSeen = asOf !== null && asOf >= scale.start && asOf <= scale.end;
  return (
    <div aria-hidden className={classNames('pointer-events-none absolute inset-y-0 phone:hidden', barsColumn)}>
      {ticksOf(scale).map((tick) => (
        <span
          key={tick.elapsed}
          className="absolute inset-y-0 w-px bg-line-soft"
          style={{ left: percents(tick.left) }}
        />
      ))}
      {scale.pieces
        .filter((piece) => piece.folded)
        .map((piece) => (
          <span
            key={piece.from}
            className="hatch absolute inset-y-0 text-faint opacity-40"
            style={{ left: percents(piece.left), width: percents(piece.width) }}
          />
        ))}
      {isSeen && (
        <span
          data-moment
          className="absolute inset-y-0 w-0.5 bg-accent/60"
          style={{ left: percents(positionOf(scale, asOf)) }}
        />
      )}
    </div>
  );
}
