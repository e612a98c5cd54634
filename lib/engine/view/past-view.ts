// The run as it was after one of its events, folded from what a page holds.
import type { RunEvent } from '../events.ts';
import { applyEvent } from '../fold/apply-event.ts';
import type { RunState } from '../state.ts';
import { foldFacts } from './node-facts.ts';
import type { RunView } from './run-view.ts';
import { emptyTimeline, foldTimeline } from './timeline.ts';

/** The state after event `at`; null when the page does not hold all the events before it. */
export function pastState({ events }: RunView, at: number): RunState | null {
  if (events[0]?.seq !== 1) return null;
  let state: RunState | null = null;
  for (const event of events) {
    if (event.seq > at) break;
    state = applyEvent(state, event);
  }
  return state;
}

/** `earlier` are the events that the views are folded from, of which the view's own window may lack the older ones. */
export function pastView(view: RunView, state: RunState, earlier: readonly RunEvent[], at: number): RunView {
  const first = view.events[0]?.seq ?? Number.POSITIVE_INFINITY;
  const own = view.events.filter(({ seq }) => seq <= at);
  const known = [...earlier.filter(({ seq }) => seq < first && seq <= at), ...own];
  return {
    ...view,
    state,
    timeline: foldTimeline(emptyTimeline, known),
    facts: known.reduce(foldFacts, {}),
    events: own,
    artifacts: view.artifacts.filter(({ seq }) => seq <= at),
  };
}
