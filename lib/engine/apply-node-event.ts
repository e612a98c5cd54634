// What the events of a visit change: starts, ends, retries, interruptions and what was produced.
import { definitionOf } from '../nodes/index.ts';
import type { EventOf } from './events.ts';
import { positionFor, withHistory, withNode, withPosition } from './position.ts';
import type { RunState } from './state.ts';

export function nodeStarted(state: RunState, event: EventOf<'node_started'>): RunState {
  const node = event.node as string;
  const position = positionFor(state, event);
  const known = state.nodes[node];
  const isFirst = position.attempt === 0;
  const next = withPosition(state, {
    ...position,
    type: event.data.type,
    phase: 'running',
    attempt: event.attempt as number,
    passed: position.passed.filter((slot) => slot.startsWith('before') || slot === 'server' || slot === 'visits'),
    not_before: null,
    error: null,
    to: null,
  });
  return withNode(next, node, {
    status: 'running',
    visits: event.visit as number,
    attempts: (known?.attempts ?? 0) + 1,
    started_at: isFirst && position.answer === null ? event.at : (known?.started_at ?? event.at),
    ended_at: null,
  });
}

export function nodeCompleted(state: RunState, event: EventOf<'node_completed'>): RunState {
  const node = event.node as string;
  const position = positionFor(state, event);
  const didWork = position.type !== null && definitionOf(position.type)?.group === 'work';
  let next = withPosition(state, { ...position, phase: 'completed', error: null, to: event.data.to ?? null });
  next = withNode(next, node, { status: 'completed', ended_at: event.at });
  next = { ...next, outputs: { ...next.outputs, [node]: event.data.output }, prev: didWork ? node : next.prev };
  return withHistory(next, node, event.data.outcome, event.at);
}

export function nodeFailed(state: RunState, event: EventOf<'node_failed'>): RunState {
  const node = event.node as string;
  const { error } = event.data;
  let next = withPosition(state, { ...positionFor(state, event), phase: 'failed', error, failures: 0, answer: null });
  next = withNode(next, node, { status: 'failed', ended_at: event.at });
  return withHistory(next, node, { success: false, error: error.message }, event.at);
}

export function nodeRetried(state: RunState, event: EventOf<'retry'>): RunState {
  const position = positionFor(state, event);
  return withPosition(state, {
    ...position,
    phase: 'backing_off',
    failures: position.failures + 1,
    error: event.data.error,
    not_before: event.data.not_before,
  });
}

export function nodeSkipped(state: RunState, event: EventOf<'node_skipped'>): RunState {
  const node = event.node as string;
  const known = state.nodes[node];
  const isNewVisit = known?.visits !== event.visit;
  let next = withPosition(state, {
    ...positionFor(state, event),
    phase: 'skipped',
    error: null,
    to: event.data.to ?? null,
  });
  next = withNode(next, node, {
    status: 'skipped',
    visits: event.visit as number,
    started_at: isNewVisit ? event.at : (known?.started_at ?? event.at),
    ended_at: event.at,
  });
  next = { ...next, outputs: { ...next.outputs, [node]: null } };
  return withHistory(next, node, { skipped: event.data.reason }, event.at);
}

export function nodeInterrupted(state: RunState, event: EventOf<'node_interrupted'>): RunState {
  const next = withPosition(state, { ...positionFor(state, event), phase: 'interrupted', answer: null });
  return withNode(next, event.node as string, { status: 'interrupted' });
}

export function artifactSaved(state: RunState, event: EventOf<'artifact_saved'>): RunState {
  const node = event.node as string;
  const { id, name, type, size, log } = event.data;
  const of = `${event.visit}-${event.attempt}`;
  const known = state.artifacts[node];
  const kept = known?.of === of ? known.files : [];
  const files = log ? kept : [...kept, { id, name, type, size }];
  return { ...state, artifacts: { ...state.artifacts, [node]: { of, files } } };
}
