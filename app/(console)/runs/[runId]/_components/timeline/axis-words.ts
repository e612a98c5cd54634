// What stands at the ticks of the time axis: as few units as tell each tick from the one before it.
import type { Tick } from '#lib/engine/view/time/ticks.ts';

const units: [string, number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
];

function inUnits(elapsed: number, most: number): string {
  if (elapsed < 1000) return `${Math.round(elapsed)} ms`;
  if (elapsed < 60_000) return `${Number((elapsed / 1000).toFixed(most > 2 ? 3 : 1))} s`;
  let rest = elapsed;
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    if (amount > 0) parts.push(`${amount} ${unit}`);
  }
  return parts.slice(0, most).join(' ');
}

/** Inside a stretch after a fold: how long after its beginning, `+2 s`. */
function words({ elapsed, since }: Tick, most: number): string {
  if (since !== null) return `+${inUnits(since, most)}`;
  return elapsed === 0 ? '0' : inUnits(elapsed, most);
}

/** A length, as exact as a tick may be. */
export function lengthWords(elapsed: number): string {
  return elapsed < 1 ? '0' : inUnits(elapsed, 4);
}

/** Where whole seconds do not tell ticks apart, they say how long after the first of them they are, `+20 ms`. */
export function axisWords(ticks: readonly Tick[]): string[] {
  const labels: string[] = [];
  const [first, second] = ticks;
  if (first && second && first.elapsed >= 60_000 && second.elapsed - first.elapsed < 1000)
    return ticks.map(({ elapsed }) =>
      elapsed === first.elapsed ? lengthWords(elapsed) : `+${inUnits(elapsed - first.elapsed, 4)}`,
    );
  for (const tick of ticks) {
    const fitting = [2, 3, 4].map((most) => words(tick, most)).find((label) => !labels.includes(label));
    labels.push(fitting ?? '');
  }
  return labels;
}
