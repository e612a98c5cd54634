import { lookOf, type Status } from '#app/_components/status.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { PlacedBar } from '#lib/engine/view/time-scale.ts';

/** The narrowest segment that a number fits into. */
const readable = 0.022;

function roundWords(round: PlacedBar & { look: { label: string } }, now: number): string {
  const which = round.count > 1 ? `Rounds ${round.visit} to ${round.lastVisit}` : `Round ${round.visit}`;
  return `${which} · ${round.look.label.toLowerCase()} · ${shortDuration((round.end ?? now) - round.start)}`;
}

type Props = { rounds: PlacedBar[]; standing: Status; now: number };

/** The rounds of a loop as numbered segments over the time axis: failed ones in red, the open one as the loop stands. */
export function RoundStrip({ rounds: placed, standing, now }: Props) {
  const rounds = placed.map((round) => ({
    ...round,
    look: lookOf(round.end === null ? standing : (round.kind as Status)),
  }));
  return rounds.map((round) => (
    <span
      key={round.seq}
      title={roundWords(round, now)}
      data-bar={round.kind}
      className={classNames(
        'absolute top-1/2 flex h-[18px] min-w-[3px] -translate-y-1/2 items-center justify-center overflow-hidden rounded-[3px] border border-current/35 font-medium text-2xs tabular-nums',
        round.look.soft,
        round.look.text,
      )}
      style={{ left: `${round.left * 100}%`, width: `calc(${round.width * 100}% - 1px)` }}
    >
      {round.count === 1 && round.width > readable && round.visit}
    </span>
  ));
}
