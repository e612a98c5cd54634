// How the timeline's bars end: one by one, all with the run, or with the branch that they stand on.
import { isWithin } from '../position.ts';
import type { Bar, BarKind, Timeline, Track } from './timeline.ts';

export function closeBar(bars: Bar[], index: number, at: number, kind?: BarKind, note?: string | null) {
  const bar = bars[index];
  if (bar?.end !== null) return;
  const isRunning = bar.kind === 'running';
  const turned = isRunning ? (kind ?? 'completed') : bar.kind;
  const cut = kind === 'cancelled' && !isRunning ? ({ cut: true } as const) : {};
  bars[index] = { ...bar, ...cut, end: at, kind: turned, note: note ?? bar.note };
}

function allBars(track: Track): Bar[][] {
  return [track.bars, track.rounds, ...Object.values(track.tools), ...Object.values(track.models)];
}

/** A round ends as the run does. What else was under way is cut off: the node that ends a run has ended before. */
export function endAll(timeline: Timeline, trackOf: (node: string) => Track, at: number, kind: BarKind) {
  timeline.end = at;
  for (const node of Object.keys(timeline.tracks)) {
    const track = trackOf(node);
    for (const index of track.rounds.keys()) closeBar(track.rounds, index, at, kind);
    for (const bars of allBars(track)) for (const index of bars.keys()) closeBar(bars, index, at, 'cancelled');
  }
}

/** A branch that is not waited for any more ends where it stands, with all that it had split into. */
export function cutOff(timeline: Timeline, trackOf: (node: string) => Track, at: number, position: string) {
  for (const node of Object.keys(timeline.tracks)) {
    for (const bars of allBars(trackOf(node))) {
      for (const [index, bar] of bars.entries()) {
        if (isWithin(bar.position, position)) closeBar(bars, index, at, 'cancelled');
      }
    }
  }
}
