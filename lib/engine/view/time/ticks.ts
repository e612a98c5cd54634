// The round moments of the time axis.
import { niceSeconds, positionOf, type TimeScale } from './time-scale.ts';

/** `since` is set inside a stretch that begins after a fold: how long after its beginning. */
export type Tick = { left: number; elapsed: number; since: number | null };

const niceSteps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, ...niceSeconds];
const day = 86_400;

/** The shortest nice step of at least that many seconds; beyond days, whole days. */
function niceStep(seconds: number): number {
  return niceSteps.find((step) => step >= seconds) ?? Math.ceil(seconds / day) * day;
}

/** Round moments of the unfolded stretches, far enough apart to be read, and the end of every fold. */
export function ticksOf(scale: TimeScale, wanted = 5): Tick[] {
  const open = scale.pieces.filter((piece) => !piece.folded);
  const shown = open.reduce((sum, piece) => sum + piece.width, 0);
  const length = open.reduce((sum, piece) => sum + piece.to - piece.from, 0);
  const step = niceStep(length / 1000 / (wanted * (shown || 1))) * 1000;
  const ticks: Tick[] = [];
  for (const { from, to, since } of open) {
    for (let at = since + Math.ceil((from - since) / step) * step; at < to; at += step) {
      const left = positionOf(scale, at);
      const last = ticks.at(-1);
      if (left > 0.97 || (last && left - last.left < 0.07)) continue;
      const isAfterFold = since > scale.origin && at > since;
      ticks.push({ left, elapsed: at - scale.origin, since: isAfterFold ? at - since : null });
    }
  }
  return ticks;
}
