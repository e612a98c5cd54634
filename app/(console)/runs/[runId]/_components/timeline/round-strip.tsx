import { lookOf, type Status } from '#app/_components/status.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { PlacedBar } from '#lib/engine/view/time/time-scale.ts';

/** The narrowest segment that words fit into. */
const readable = (words: string) => 0.008 + 0.012 * words.length;

function numbersOf({ count, visit, lastVisit }: PlacedBar): string {
  return count > 1 ? `${visit} to ${lastVisit}` : String(visit);
}

function roundWords(round: PlacedBar & { look: { label: string } }, now: number): string {
  const which = `${round.count > 1 ? 'Rounds' : 'Round'} ${numbersOf(round)}`;
  return `${which} · ${round.look.label.toLowerCase()} · ${shortDuration((round.end ?? now) - round.start)}`;
}

type Props = {
  rounds: PlacedBar[];
  standing: Status;
  now: number;
  isShown: (round: PlacedBar) => boolean;
  onChoose: (round: PlacedBar) => void;
};

/** The rounds of a loop as numbered segments over the time axis: failed ones in red, the open one as the loop stands. */
export function RoundStrip({ rounds: placed, standing, now, isShown, onChoose }: Props) {
  const rounds = placed.map((round) => ({
    ...round,
    look: lookOf(round.end === null ? standing : (round.kind as Status)),
    hasRoom: round.width > readable(numbersOf(round)),
  }));
  return rounds.map((round) => (
    <button
      key={round.seq}
      type="button"
      // Reached by the arrow keys: a loop may have thousands of them.
      tabIndex={-1}
      title={roundWords(round, now)}
      aria-label={roundWords(round, now)}
      aria-current={isShown(round) ? 'true' : undefined}
      data-bar={round.kind}
      data-round
      onClick={() => onChoose(round)}
      className={classNames(
        'pointer-events-auto absolute top-[calc(50%-9px)] h-[18px] min-w-[3px] border border-current/35',
        round.hasRoom && 'overflow-hidden rounded-[3px] font-medium text-2xs tabular-nums',
        'hover:border-current focus-visible:z-[2] aria-current:border-current',
        round.look.soft,
        round.look.text,
      )}
      style={{ left: `${round.left * 100}%`, width: `calc(${round.width * 100}% - 1px)` }}
    >
      {round.hasRoom && numbersOf(round)}
    </button>
  ));
}
