import { lookOf, type Status } from '#app/_components/status.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { PlacedBar } from '#lib/engine/time-scale.ts';

/** The narrowest segment that a number fits into. */
const readable = 0.022;

function roundWords(round: PlacedBar, now: number): string {
  const which =
    round.merged > 1 ? `Rounds ${round.visit} to ${round.visit + round.merged - 1}` : `Round ${round.visit}`;
  return `${which} · ${lookOf(round.kind as Status).label.toLowerCase()} · ${shortDuration((round.end ?? now) - round.start)}`;
}

/** The rounds of a loop as numbered segments over the time axis; those with a failure in red. */
export function RoundStrip({ rounds, now }: { rounds: PlacedBar[]; now: number }) {
  return rounds.map((round) => (
    <span
      key={round.seq}
      title={roundWords(round, now)}
      data-bar={round.kind}
      className={classNames(
        'absolute top-1/2 flex h-[18px] min-w-[3px] -translate-y-1/2 items-center justify-center overflow-hidden rounded-[3px] border border-current/35 font-medium text-2xs tabular-nums',
        lookOf(round.kind as Status).soft,
        lookOf(round.kind as Status).text,
      )}
      style={{ left: `${round.left * 100}%`, width: `calc(${round.width * 100}% - 1px)` }}
    >
      {round.merged === 1 && round.width > readable && round.visit}
    </span>
  ));
}
