// What the events of a visit change: starts, ends, retries, interruptions and what was produced.
import type { EventOf } from '../events.ts';
import {
  backgroundPositionId,
  branchPositionId,
  isOvertaken,
  positionFor,
  withEndedNode,
  withHistory,
  withNode,
  withPosition,
} from '../position.ts';
import type { ArtifactFile, Position, Product, RunState, Split } from '../state.ts';

function splitOf(event: EventOf<'node_started'>, position: Position): Split | null {
  const { fork } = event.data;
  if (!fork) return null;
  const branches = fork.branches.map((branch) => ({
    ...branch,
    position: branchPositionId(position.id, position.node, position.visit, branch.key),
    status: 'waiting' as const,
  }));
  return { ...fork, branches };
}

/** The attempt goes on: what it had kept stays, and the signal it waited for is taken. */
function attemptContinued(state: RunState, event: EventOf<'node_started'>): RunState {
  const position = positionFor(state, event);
  const { continues: resumed = null } = event.data;
  const next = withPosition(withoutTakenSignal(state, position), {
    ...position,
    phase: 'running',
    worker: event.data.worker ?? null,
    in_line: event.data.in_line ?? false,
    wait: null,
    answer: null,
    resumed,
  });
  return withNode(next, event.node as string, { status: event.data.in_line ? 'waiting' : 'running' });
}

export function slotTaken(state: RunState, event: EventOf<'slot_taken'>): RunState {
  const next = withPosition(state, { ...positionFor(state, event), in_line: false });
  return withNode(next, event.node as string, { status: 'running' });
}

export function nodeSuspended(state: RunState, event: EventOf<'node_suspended'>): RunState {
  const { signal, deadline = null, reason } = event.data;
  const position = positionFor(state, event);
  // An attempt that asks for its server has not begun to go on yet.
  const resumed = reason === 'server' ? position.resumed : null;
  const wait = signal === undefined ? null : { signal, deadline, until: null, call: null };
  const next = withPosition(state, { ...position, phase: 'suspended', wait, resumed });
  return withNode(next, event.node as string, { status: 'waiting' });
}

export function backgroundAwaited(state: RunState, event: EventOf<'background_awaited'>): RunState {
  return withPosition(state, { ...positionFor(state, event), awaits: event.data.for });
}

/** The way that came to the visit goes on at once; a position of its own, which sees what the way sees, does the work. */
function handedOver(state: RunState, event: EventOf<'node_started'>): RunState {
  const way = positionFor(state, event);
  const id = backgroundPositionId(way.node, way.visit);
  const worker: Position = { ...way, id, parent: way.id, background: true, own: {} };
  const started = { ...event, data: { ...event.data, position: id, background: false } };
  const left: Position = { ...way, phase: 'handed_over', attempt: event.attempt as number };
  return nodeStarted(withPosition(withPosition(state, left), worker), started);
}

export function nodeStarted(state: RunState, event: EventOf<'node_started'>): RunState {
  if (event.data.continues) return attemptContinued(state, event);
  if (event.data.background) return handedOver(state, event);
  const node = event.node as string;
  const position = positionFor(state, event);
  const known = state.nodes[node];
  const isFirst = position.attempt === 0;
  const { fork, wait } = event.data;
  const next = withPosition(state, {
    ...position,
    type: event.data.type,
    phase: fork ? 'split' : wait ? 'waiting' : 'running',
    split: splitOf(event, position),
    wait: wait ?? null,
    files: [],
    attempt: event.attempt as number,
    worker: event.data.worker ?? null,
    in_line: event.data.in_line ?? false,
    passed: position.passed.filter((slot) => slot.startsWith('before') || ['server', 'visits', 'ask'].includes(slot)),
    not_before: null,
    error: null,
    to: null,
    resumed: null,
    read_only: null,
    awaits: null,
    ending: event.data.ending ?? position.ending ?? null,
  });
  return withNode(next, node, {
    status: wait || event.data.in_line ? 'waiting' : 'running',
    visits: Math.max(known?.visits ?? 0, event.visit as number),
    attempts: (known?.attempts ?? 0) + 1,
    started_at: isFirst && position.answer === null ? event.at : (known?.started_at ?? event.at),
    ended_at: null,
  });
}

/** A wait that took a signal, whatever came of it, takes it out of the queue. */
function withoutTakenSignal(state: RunState, position: Position): RunState {
  const name = position.wait?.signal;
  if (!name || !state.signals[name]) return state;
  const { [name]: queued, ...others } = state.signals;
  const left = (queued ?? []).slice(1);
  return { ...state, signals: left.length > 0 ? { ...others, [name]: left } : others };
}

function withFiles(state: RunState, { node, files }: Position): RunState {
  return { ...state, artifacts: { ...state.artifacts, [node]: files } };
}

function productOf({ background, visit }: Position, output: unknown, files: ArtifactFile[]): Product {
  return background ? { output, files, visit } : { output, files };
}

export function nodeCompleted(state: RunState, event: EventOf<'node_completed'>): RunState {
  const position = positionFor(state, event);
  const { node, parent, own, files } = position;
  const { output } = event.data;
  const isLate = isOvertaken(state, position);
  const done: Position = {
    ...position,
    phase: 'completed',
    error: null,
    awaits: null,
    to: event.data.to ?? null,
    split: null,
    wait: null,
    prev: event.data.prev ?? position.prev,
    worked: position.worked || typeof event.data.prev === 'string',
    own: parent === null ? own : { ...own, [node]: productOf(position, output, files) },
    output,
  };
  let next = withPosition(withoutTakenSignal(state, position), done);
  next = withEndedNode(next, done, 'completed', event.at);
  const isWithout = output === null && event.data.outcome.marked_done_by !== undefined;
  if (isWithout || next.nodes[node]?.without_result) next = withNode(next, node, { without_result: isWithout });
  if (!isLate) next = { ...withFiles(next, done), outputs: { ...next.outputs, [node]: output } };
  return withHistory(next, node, event.data.outcome, event.at);
}

export function nodeFailed(state: RunState, event: EventOf<'node_failed'>): RunState {
  const { error } = event.data;
  const position: Position = {
    ...positionFor(state, event),
    phase: 'failed',
    error,
    failures: 0,
    answer: null,
    wait: null,
  };
  const taken = withoutTakenSignal(state, positionFor(state, event));
  const next = withFiles(withEndedNode(withPosition(taken, position), position, 'failed', event.at), position);
  return withHistory(next, position.node, { success: false, error: error.message }, event.at);
}

export function nodeRetried(state: RunState, event: EventOf<'retry'>): RunState {
  const position = positionFor(state, event);
  return withPosition(withoutTakenSignal(state, position), {
    ...position,
    phase: 'backing_off',
    wait: null,
    failures: position.failures + 1,
    error: event.data.error,
    not_before: event.data.not_before,
  });
}

export function nodeSkipped(state: RunState, event: EventOf<'node_skipped'>): RunState {
  const node = event.node as string;
  const known = state.nodes[node];
  const isNewVisit = (known?.visits ?? 0) < (event.visit as number);
  const before = positionFor(state, event);
  const position: Position = {
    ...before,
    phase: 'skipped',
    error: null,
    to: event.data.to ?? null,
    own: before.parent === null ? before.own : { ...before.own, [node]: productOf(before, null, []) },
    // The answer that led past the work did not allow it: whoever takes the run back to it is asked again.
    passed: before.passed.filter((slot) => slot !== before.answer?.gate.slot),
  };
  let next = withPosition(state, position);
  next = withNode(next, node, {
    status: 'skipped',
    visits: Math.max(known?.visits ?? 0, event.visit as number),
    started_at: isNewVisit ? event.at : (known?.started_at ?? event.at),
    ended_at: event.at,
  });
  // What was left out is not judged: the verdicts on what was tried stay in the log.
  const { [node]: _, ...checks } = next.checks ?? {};
  if (!isOvertaken(state, before)) next = { ...next, checks, outputs: { ...next.outputs, [node]: null } };
  return withHistory(next, node, { skipped: event.data.reason }, event.at);
}

export function nodeInterrupted(state: RunState, event: EventOf<'node_interrupted'>): RunState {
  const position = positionFor(state, event);
  const crashes = (position.crashes ?? 0) + (event.data.crashed ? 1 : 0);
  const next = withPosition(state, { ...position, phase: 'interrupted', crashes, answer: null });
  return withNode(next, event.node as string, { status: 'interrupted' });
}

export function artifactSaved(state: RunState, event: EventOf<'artifact_saved'>): RunState {
  const { id, name, type, size, path, log } = event.data;
  const isHere = ({ node, visit, phase }: Position) =>
    node === event.node && visit === event.visit && phase !== 'handed_over';
  const position = state.active.find(isHere);
  if (log || !position) return state;
  const file = { id, name, type, size };
  return withPosition(state, {
    ...position,
    files: [...position.files, path === undefined ? file : { ...file, path }],
  });
}
