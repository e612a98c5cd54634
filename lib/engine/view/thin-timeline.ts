// The timeline of a long run as it is sent to a page: bars that would share a pixel there are one, which says how many it
// stands for. The newest of each row stay as they are, as does what is open, what has split, and every first failure.
import { isInRound } from './loop-rounds.ts';
import { positionOf, type TimeScale, timeScale } from './time-scale.ts';
import type { Bar, Timeline, Track } from './timeline.ts';

const fewEnough = 300;
const newest = 100;
/** Half of what a page draws as one. */
const grain = 0.001;

export function thinTimeline(timeline: Timeline, now: number): Timeline {
  const scale = timeScale(timeline, now, true);
  const failures = Object.values(timeline.tracks).flatMap(
    ({ bars }) => bars.find(({ kind }) => kind === 'failed') ?? [],
  );
  const isKept = (bar: Bar) =>
    bar.end === null || bar.branches !== undefined || bar.call !== undefined || failures.includes(bar);
  const thin = (bars: Bar[], isKeptToo = isKept) => thinBars(bars, scale, isKeptToo);
  const thinAll = (calls: Record<string, Bar[]>) =>
    Object.fromEntries(Object.entries(calls).map(([name, bars]) => [name, thin(bars)]));
  const thinTrack = ({ visits, bars, tools, models, rounds }: Track): Track => ({
    visits,
    bars: thin(bars),
    tools: thinAll(tools),
    models: thinAll(models),
    rounds: thin(rounds, (round) => isKept(round) || failures.some((bar) => isInRound(round, bar))),
  });
  const tracks = Object.entries(timeline.tracks).map(([node, track]) => [node, thinTrack(track)]);
  return { ...timeline, tracks: Object.fromEntries(tracks) };
}

function thinBars(bars: Bar[], scale: TimeScale, isKept: (bar: Bar) => boolean): Bar[] {
  if (bars.length <= fewEnough) return bars;
  const thinned: Bar[] = [];
  const lastOf = new Map<string, Bar>();
  for (const bar of bars.slice(0, -newest)) {
    const key = `${bar.kind} ${bar.cut} ${bar.position}`;
    const last = lastOf.get(key);
    if (isKept(bar)) thinned.push(bar);
    else if (last && positionOf(scale, bar.end ?? 0) - positionOf(scale, last.start) < grain) mergeInto(last, bar);
    else {
      const first = { ...bar };
      lastOf.set(key, first);
      thinned.push(first);
    }
  }
  return [...thinned, ...bars.slice(-newest)];
}

function mergeInto(into: Bar, bar: Bar) {
  into.end = bar.end;
  into.count = countOf(into) + countOf(bar);
  into.lastVisit = Math.max(into.lastVisit ?? into.visit, bar.lastVisit ?? bar.visit);
  into.note = null;
  if (into.tokens && bar.tokens) {
    into.tokens = { input: into.tokens.input + bar.tokens.input, output: into.tokens.output + bar.tokens.output };
  }
}

/** How many visits or calls a bar stands for. */
export function countOf({ count }: Bar): number {
  return count ?? 1;
}

export function countAll(bars: readonly Bar[]): number {
  return bars.reduce((sum, bar) => sum + countOf(bar), 0);
}
