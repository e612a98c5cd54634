import { type Tick, type TimeScale, ticksOf } from '#lib/engine/view/time-scale.ts';
import { axisWords } from './axis-words.ts';

/** The narrowest fold that its word fits into. */
const readable = 0.1;

/** Whether the words at a tick would run into what begins there. */
function isUnder(tick: Tick, left: number): boolean {
  return tick.left < left && tick.left > left - 0.08;
}

export function TimelineAxis({ scale }: { scale: TimeScale }) {
  const ticks = ticksOf(scale);
  const labels = axisWords(ticks);
  return (
    <div aria-hidden className="relative mr-14 ml-2 h-full phone:hidden">
      {ticks.map((tick, index) => (
        <span
          key={tick.elapsed}
          className="absolute top-1/2 -translate-y-1/2 whitespace-nowrap text-2xs text-faint tabular-nums"
          style={{ left: `${tick.left * 100}%` }}
        >
          {labels[index]}
        </span>
      ))}
      {scale.pieces
        .filter(({ folded, left, width }) => folded && width > readable && !ticks.some((tick) => isUnder(tick, left)))
        .map((piece) => (
          <span
            key={piece.from}
            className="absolute top-1/2 -translate-y-1/2 truncate text-center text-2xs text-faint italic max-xl:hidden"
            style={{ left: `${piece.left * 100}%`, width: `${piece.width * 100}%` }}
          >
            waiting
          </span>
        ))}
    </div>
  );
}

/** Thin lines at the ticks and a band where waiting is folded, behind all rows. */
export function TimelineGrid({ scale }: { scale: TimeScale }) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-y-0 right-14 left-[272px] phone:hidden">
      {ticksOf(scale).map((tick) => (
        <span
          key={tick.elapsed}
          className="absolute inset-y-0 w-px bg-line-soft"
          style={{ left: `${tick.left * 100}%` }}
        />
      ))}
      {scale.pieces
        .filter((piece) => piece.folded)
        .map((piece) => (
          <span
            key={piece.from}
            className="hatch absolute inset-y-0 text-faint opacity-40"
            style={{ left: `${piece.left * 100}%`, width: `${piece.width * 100}%` }}
          />
        ))}
    </div>
  );
}
