// What the run page knows, and how events change it: the same fold as the server's, plus the timeline, the list of
// events, gates and artifacts. Pure. An event is folded once and in order: a repeat is dropped, a gap is reported
// and nothing after it is folded, so the page never shows a state that the run was not in.

import { reopensRun } from '../event-types.ts';
import type { RunEvent } from '../events.ts';
import { applyEvent } from '../fold/apply-event.ts';
import { gateChanges, type RunGate, runGate } from '../fold/gate-changes.ts';
import { isTerminal, type RunArtifact, type RunState } from '../state.ts';
import { foldHistory, type RunHistory } from './run-history.ts';

export type RunView = RunHistory & {
  state: RunState;
  /** A window on the newest events, ascending and without holes. */
  events: RunEvent[];
  gates: RunGate[];
  /** In the order of their events; while the page reads the rest of them there are fewer than `artifactCount`. */
  artifacts: RunArtifact[];
  artifactCount: number;
  /** The number after which events are missing; the reader must ask for them again. */
  missingAfter: number | null;
};

/** Older events stay on the server and are read again when somebody scrolls there. */
const eventsKept = 20_000;

/** What a page begins with: the newest events, and of the whole run what the server has made of its events. */
type Beginning = {
  run: { state: RunState; gates: RunGate[] };
  events: RunEvent[];
  history: RunHistory;
  artifacts: RunArtifact[];
  artifactCount?: number;
};

export function viewOf({ run, events, history, artifacts, artifactCount = artifacts.length }: Beginning): RunView {
  return {
    ...history,
    state: run.state,
    events,
    gates: run.gates.toSorted(inOrderOfEvents),
    artifacts,
    artifactCount,
    missingAfter: null,
  };
}

/** As they were asked, which is how a live page comes to know them. A gate's id is the number of its event. */
function inOrderOfEvents(a: RunGate, b: RunGate): number {
  return Number(a.id.slice(1)) - Number(b.id.slice(1));
}

export function receive(view: RunView, incoming: readonly RunEvent[]): RunView {
  let { state, gates } = view;
  const taken: RunEvent[] = [];
  let missingAfter: number | null = null;
  for (const event of incoming) {
    if (event.seq <= state.seq || (isTerminal(state.status) && !reopensRun(event))) continue;
    if (event.seq > state.seq + 1) {
      missingAfter = state.seq;
      break;
    }
    gates = foldGates(gates, state, event);
    state = applyEvent(state, event);
    taken.push(event);
  }
  if (taken.length === 0) return missingAfter === view.missingAfter ? view : { ...view, missingAfter };
  return {
    ...foldHistory(view, taken),
    state,
    events: [...view.events, ...taken].slice(-eventsKept),
    gates,
    ...foldArtifacts(view, taken),
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

/** `before` is the run before the event. */
function foldGates(gates: RunGate[], before: RunState, event: RunEvent): RunGate[] {
  const changes = gateChanges(before, event);
  if (changes.length === 0) return gates;
  const shown = new Map(gates.map((gate) => [gate.id, gate]));
  for (const change of changes) shown.set(change.gate.id, runGate(before.run, change));
  return [...shown.values()];
}

/** Those that a page has read of the server. */
export function receiveArtifacts(view: RunView, read: readonly RunArtifact[]): RunView {
  return { ...view, artifacts: mergeArtifacts(view.artifacts, read) };
}

/** Each once, as they were announced. */
export function mergeArtifacts(known: readonly RunArtifact[], more: readonly RunArtifact[]): RunArtifact[] {
  const all = new Map([...known, ...more].map((artifact) => [artifact.id, artifact]));
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

function foldArtifacts(view: RunView, events: readonly RunEvent[]): Pick<RunView, 'artifacts' | 'artifactCount'> {
  const { artifacts, artifactCount } = view;
  const saved = events.flatMap((event): RunArtifact[] => {
    if (event.type !== 'artifact_saved') return [];
    const { id, name, type, size, sha256 } = event.data;
    const { node = '', visit = 1, attempt = 1, seq } = event;
    return [{ id, node, visit, attempt, name, type, size, sha256, seq }];
  });
  if (saved.length === 0) return { artifacts, artifactCount };
  return { artifacts: mergeArtifacts(artifacts, saved), artifactCount: artifactCount + saved.length };
}
