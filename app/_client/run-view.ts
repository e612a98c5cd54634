// What the run page knows, and how events change it: the same fold as the server's, plus the timeline, the list of
// events, gates and artifacts. Pure. An event is folded once and in order: a repeat is dropped, a gap is reported
// and nothing after it is folded, so the page never shows a state that the run was not in.

import { endTypes, reopensRun } from '#lib/engine/event-types.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import { applyEvent } from '#lib/engine/fold/apply-event.ts';
import { isTerminal, type RunState } from '#lib/engine/state.ts';
import { emptyTimeline, foldTimeline, type Timeline } from '#lib/engine/view/timeline.ts';
import type { ArtifactView, GateView, RunPage } from '#lib/runs/views.ts';
import { foldFacts, type NodeFacts } from './node-facts.ts';

export type RunView = {
  state: RunState;
  timeline: Timeline;
  /** A window on the newest events, ascending and without holes. */
  events: RunEvent[];
  gates: GateView[];
  artifacts: ArtifactView[];
  facts: Record<string, NodeFacts>;
  /** The number after which events are missing; the reader must ask for them again. */
  missingAfter: number | null;
};

/** Older events stay on the server and are read again when somebody scrolls there. */
const eventsKept = 20_000;

export function viewOf(page: RunPage): RunView {
  return {
    state: page.run.state,
    timeline: foldTimeline(emptyTimeline, page.timelineEvents),
    events: page.events,
    gates: page.run.gates,
    artifacts: page.artifacts,
    facts: page.timelineEvents.reduce(foldFacts, {}),
    missingAfter: null,
  };
}

export function receive(view: RunView, incoming: readonly RunEvent[]): RunView {
  let { state } = view;
  const taken: RunEvent[] = [];
  let missingAfter: number | null = null;
  for (const event of incoming) {
    if (event.seq <= state.seq || (isTerminal(state.status) && !reopensRun(event))) continue;
    if (event.seq > state.seq + 1) {
      missingAfter = state.seq;
      break;
    }
    state = applyEvent(state, event);
    taken.push(event);
  }
  if (taken.length === 0) return missingAfter === view.missingAfter ? view : { ...view, missingAfter };
  return {
    state,
    timeline: foldTimeline(view.timeline, taken),
    events: [...view.events, ...taken].slice(-eventsKept),
    gates: taken.reduce((gates, event) => foldGates(gates, event, state.run), view.gates),
    artifacts: taken.reduce(foldArtifacts, view.artifacts),
    facts: taken.reduce(foldFacts, view.facts),
    missingAfter,
  };
}

/** Puts older events before the window; whatever does not join it without a hole is refused. */
export function receiveOlder(view: RunView, older: readonly RunEvent[]): RunView {
  const first = view.events[0]?.seq ?? view.state.seq + 1;
  const before = older.filter((event) => event.seq < first);
  if (before.at(-1)?.seq !== first - 1) return view;
  return { ...view, events: [...before, ...view.events] };
}

function foldGates(gates: GateView[], event: RunEvent, run: string): GateView[] {
  if (event.type === 'gate_opened') {
    const { gate } = event.data;
    return [...gates.filter(({ id }) => id !== gate.id), { ...gate, run, status: 'open', answer: null }];
  }
  if (event.type === 'gate_answered') {
    const { gate, answer } = event.data;
    return gates.map((one) => (one.id === gate ? { ...one, status: 'answered', answer } : one));
  }
  if (event.type === 'gate_voted') {
    const { option, by, via, at } = event.data.answer;
    const vote = { option, by, via, at };
    return gates.map((one) => (one.id === event.data.gate ? { ...one, votes: [...(one.votes ?? []), vote] } : one));
  }
  if (event.type === 'gate_reminded') {
    const { gate, next_at } = event.data;
    return gates.map((one) => (one.id === gate ? { ...one, remind_at: next_at } : one));
  }
  if (event.type === 'gate_expired') {
    return gates.map((one) => (one.id === event.data.gate ? { ...one, status: 'closed' } : one));
  }
  if (endTypes.has(event.type) || reopensRun(event)) {
    return gates.map((one) => (one.status === 'open' ? { ...one, status: 'closed' } : one));
  }
  return gates;
}

function foldArtifacts(artifacts: ArtifactView[], event: RunEvent): ArtifactView[] {
  if (event.type !== 'artifact_saved') return artifacts;
  const { id, name, type, size, sha256 } = event.data;
  const { node = '', visit = 1, attempt = 1, seq } = event;
  return [...artifacts, { id, node, visit, attempt, name, type, size, sha256, seq }];
}
