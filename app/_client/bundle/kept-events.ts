// The events of a run that came whole, and what the run page asks of them: pages, searches, and the run as it was after one
// of them. Nothing is folded from the beginning twice: a state is kept at every so many events.
import type { RunEvent } from '#lib/engine/events.ts';
import { applyEvent } from '#lib/engine/fold/apply-event.ts';
import type { RunState } from '#lib/engine/state.ts';
import { type EventFilter, eventMatcher } from '#lib/engine/view/event-filter.ts';
import { foldHistory, noHistory } from '#lib/engine/view/run-history.ts';
import { type RunView, receive } from '#lib/engine/view/run-view.ts';
import { thinTimeline } from '#lib/engine/view/thin-timeline.ts';
import type { TimeWindow } from '#lib/engine/view/time/time-window.ts';
import type { Timeline } from '#lib/engine/view/timeline.ts';
import { findNode, type Graph } from '#lib/workflow/graph.ts';
import type { EventRange, FoundEvents } from '../run-source.tsx';

const every = 500;
const mostAtOnce = 1000;
/** With no more than these the page holds the whole run, and a hand on the scrubber need not wait. */
const heldByPage = 2000;

export type KeptEvents = {
  /** The run as it was at its end, with the newest events. */
  view: RunView;
  range(range: EventRange): RunEvent[];
  search(filter: EventFilter, range: EventRange): FoundEvents;
  stateAt(at: number): RunState;
  /** In that part as fine as it can be drawn. */
  timelineIn(window: TimeWindow | null): Timeline;
};

/** Throws the words of what does not follow from what came before. */
export function keepEvents(events: readonly RunEvent[], graph: Pick<Graph, 'nodes'>): KeptEvents {
  const marks: RunState[] = [];
  let view: RunView | null = null;
  for (let from = 0; from < events.length; from += every) {
    const part = events.slice(from, from + every);
    for (const [index, event] of part.entries()) {
      if (event.seq !== from + index + 1) throw new Error(`event ${from + index + 1} is missing`);
    }
    view = fold(view, part);
    marks.push(view.state);
  }
  if (!view) throw new Error('it has no events');
  const whole = events.length;
  const { timeline, state: end } = view;
  const timelineIn = (window: TimeWindow | null) => thinTimeline(timeline, Date.parse(end.updated_at), window);

  function stateAt(at: number): RunState {
    const last = Math.min(Math.max(1, at), whole);
    const mark = Math.floor(last / every);
    let state = mark > 0 ? (marks[mark - 1] ?? null) : null;
    for (const event of events.slice(mark * every, last)) state = applyEvent(state, event);
    return state as RunState;
  }
  return {
    view: { ...view, timeline: timelineIn(null), events: events.slice(-heldByPage) },
    stateAt,
    timelineIn,
    range: ({ after, before, limit = mostAtOnce, node, visit }) => {
      const from = after ?? 0;
      const fits = events
        .slice(from, before === undefined ? undefined : Math.max(from, before - 1))
        .filter((event) => (!node || event.node === node) && (!visit || event.visit === visit));
      return after === undefined && before !== undefined ? fits.slice(-limit) : fits.slice(0, limit);
    },
    search(filter, { after, before, limit = mostAtOnce }) {
      const fits = events
        .slice(after ?? 0, before === undefined ? undefined : before - 1)
        .filter(eventMatcher(filter, (id) => findNode(graph, id)?.name || id));
      const found = after === undefined ? fits.slice(-limit) : fits.slice(0, limit);
      const isAll = after === undefined && before === undefined;
      return { events: found, next: null, count: isAll ? fits.length : null, up_to: whole };
    },
  };
}

function firstView([first, ...rest]: RunEvent[]): RunView {
  if (first?.type !== 'run_created') throw new Error('it begins with something else than the start of a run');
  const begun: RunView = {
    ...foldHistory(noHistory, [first]),
    state: applyEvent(null, first),
    events: [first],
    gates: [],
    artifacts: [],
    artifactCount: 0,
    missingAfter: null,
  };
  return receive(begun, rest);
}

/** What a fold throws is named by the part of the run that it met. */
function fold(view: RunView | null, part: RunEvent[]): RunView {
  try {
    const next = view ? receive(view, part) : firstView(part);
    if (next.state.seq === part.at(-1)?.seq) return next;
    throw new Error(`event ${next.state.seq + 1} stands after the end of the run`);
  } catch (error) {
    const place = `events ${part[0]?.seq} to ${part.at(-1)?.seq}`;
    throw new Error(`${place} do not make a run: ${error instanceof Error ? error.message : error}`);
  }
}
