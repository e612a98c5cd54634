// The run as it was after one of its events: folded from what a page holds when that is everything, else cut out of what it
// knows of the whole.
import type { RunEvent } from '../events.ts';
import { applyEvent } from '../fold/apply-event.ts';
import type { RunState } from '../state.ts';
import { foldHistory, noHistory, type RunHistory } from './run-history.ts';
import type { RunView } from './run-view.ts';
import type { Bar, Timeline } from './timeline.ts';

/** What is not on the page: the event, the state after it and the one before, which is null at the first event. */
export type PastMoment = { event: RunEvent; state: RunState; before: RunState | null };

export function holdsAll({ events }: RunView): boolean {
  return events[0]?.seq === 1;
}

/** The moment of event `at`; null when the page does not hold all the events before it. */
export function pastMoment(view: RunView, at: number): PastMoment | null {
  const event = view.events.find(({ seq }) => seq === at);
  if (!event || !holdsAll(view)) return null;
  let before: RunState | null = null;
  for (const one of view.events) {
    if (one.seq >= at) break;
    before = applyEvent(before, one);
  }
  return { event, before, state: applyEvent(before, event) };
}

export function pastView(view: RunView, { event, state }: Pick<PastMoment, 'event' | 'state'>): RunView {
  const events = view.events.filter(({ seq }) => seq <= event.seq);
  return {
    ...view,
    ...(holdsAll(view) ? foldHistory(noHistory, events) : cutHistory(view, event)),
    state,
    events,
    artifacts: view.artifacts.filter(({ seq }) => seq <= event.seq),
  };
}

/** What nodes were given then is not known: it is in the events of their visits. */
function cutHistory({ timeline }: RunHistory, { seq, at }: RunEvent): RunHistory {
  const time = Date.parse(at);
  const cut = (bars: readonly Bar[]) => cutBars(bars, seq, time);
  const cutAll = (calls: Record<string, Bar[]>) =>
    Object.fromEntries(Object.entries(calls).map(([name, bars]) => [name, cut(bars)]));
  const tracks: Timeline['tracks'] = {};
  for (const [node, { bars, tools, models, rounds, visits }] of Object.entries(timeline.tracks)) {
    tracks[node] = { visits, bars: cut(bars), tools: cutAll(tools), models: cutAll(models), rounds: cut(rounds) };
  }
  const images = timeline.images.filter((image) => image.seq <= seq);
  return { timeline: { ...timeline, seq, end: null, tracks, images }, facts: {} };
}

/** A bar that had not ended by then is open again; what it came to was not known. */
function cutBars(bars: readonly Bar[], seq: number, time: number): Bar[] {
  return bars.flatMap((bar) => {
    if (bar.seq > seq) return [];
    if (bar.end !== null && bar.end <= time) return [bar];
    const { cut: _, ...open } = bar;
    const isWait = bar.kind === 'waiting' || bar.kind === 'backoff';
    return [{ ...open, end: null, kind: isWait ? bar.kind : 'running', note: isWait ? bar.note : null }];
  });
}
