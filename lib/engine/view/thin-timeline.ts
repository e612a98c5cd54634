// The timeline of a long run as it is sent to a page: bars that would share a pixel there are one, which says how many it
// stands for. The newest of each row stay as they are, as does what is open, what has split, and every first failure. In the
// part of time that a page looks at it is as fine as the page can draw it there.
import { isInRound } from './loop-rounds.ts';
import { drawnGrain, foldAll, positionOf, type TimeScale, timeScale } from './time/time-scale.ts';
import { type TimeWindow, windowed } from './time/time-window.ts';
import type { Bar, Timeline, Track } from './timeline.ts';

const fewEnough = 300;
const newest = 100;
/** Half of what a page draws as one. */
const grain = drawnGrain / 2;

/** How much of a scale two bars may take together and still become one. */
type Grain = { scale: TimeScale; share: number };

export function thinTimeline(timeline: Timeline, now: number, window: TimeWindow | null = null): Timeline {
  const scale = timeScale(timeline, now, foldAll);
  const near = windowed(scale, window);
  const grains = [{ scale, share: grain }, ...(near === scale ? [] : [{ scale: near, share: grain / wider }])];
  const failures = Object.values(timeline.tracks).flatMap(
    ({ bars }) => bars.find(({ kind }) => kind === 'failed') ?? [],
  );
  const isKept = (bar: Bar) =>
    bar.end === null || bar.branches !== undefined || bar.call !== undefined || failures.includes(bar);
  const thin = (bars: Bar[], isKeptToo = isKept) => thinBars(bars, grains, isKeptToo);
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

/** What a page asks for is wider than what it looks at, by at most this, so that it need not ask at every move. */
const wider = 3;

/** The part that a page asks for, which is the same for windows that are near each other and about as wide. */
export function askedWindow({ from, to }: TimeWindow): TimeWindow {
  const step = 2 ** Math.floor(Math.log2(to - from));
  return { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step };
}

/** Whether something is drawn as one there that would not share a pixel. */
export function isTooCoarse(timeline: Timeline, now: number, window: TimeWindow): boolean {
  const scale = windowed(timeScale(timeline, now, foldAll), window);
  const isCoarse = ({ count, start, end }: Bar) =>
    count !== undefined && positionOf(scale, end ?? now) - positionOf(scale, start) >= drawnGrain;
  return Object.values(timeline.tracks).some(({ bars, rounds, tools, models }) =>
    [bars, rounds, ...Object.values(tools), ...Object.values(models)].some((list) => list.some(isCoarse)),
  );
}

function shareGrain(first: Bar, last: Bar, grains: Grain[]): boolean {
  return grains.every(({ scale, share }) => positionOf(scale, last.end ?? 0) - positionOf(scale, first.start) < share);
}

function thinBars(bars: Bar[], grains: Grain[], isKept: (bar: Bar) => boolean): Bar[] {
  if (bars.length <= fewEnough) return bars;
  const thinned: Bar[] = [];
  const lastOf = new Map<string, Bar>();
  for (const bar of bars.slice(0, -newest)) {
    const key = `${bar.kind} ${bar.cut} ${bar.position}`;
    const last = lastOf.get(key);
    if (isKept(bar)) thinned.push(bar);
    else if (last && shareGrain(last, bar, grains)) mergeInto(last, bar);
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
    const [a, b] = [into.tokens, bar.tokens];
    const cost = a.cost === null || b.cost === null ? null : a.cost + b.cost;
    into.tokens = { input: a.input + b.input, output: a.output + b.output, cost };
  }
}

/** How many visits or calls a bar stands for. */
export function countOf({ count }: Bar): number {
  return count ?? 1;
}

export function countAll(bars: readonly Bar[]): number {
  return bars.reduce((sum, bar) => sum + countOf(bar), 0);
}
