// Which event is legal when, and what it changes: the state is the fold of the events. Pure, the same in the browser.
// Never mutates the state it is given; shares everything that an event does not touch.

import { concerns, type EventFor } from '../event-concerns.ts';
import { reopensRun } from '../event-types.ts';
import type { EventOf, RunEvent } from '../events.ts';
import { cutOffNodes, firstPosition, isAwaiting, mustWaitForOthers } from '../position.ts';
import { forkedState } from '../rewind/fork-state.ts';
import { isTerminal, nothingSpent, type Position, type RunState, type RunStatus, warningsKept } from '../state.ts';
import { upgradeState } from '../upgrade-state.ts';
import { budgetWarned, checkEvaluated, modelCalled, toolCalled } from './apply-account-event.ts';
import { branchEnded, loopExited, loopIteration, signalReceived } from './apply-flow-event.ts';
import { gateAnswered, gateExpired, gateOpened } from './apply-gate-event.ts';
import {
  artifactSaved,
  backgroundAwaited,
  nodeCompleted,
  nodeFailed,
  nodeInterrupted,
  nodeRetried,
  nodeSkipped,
  nodeStarted,
  nodeSuspended,
  slotTaken,
} from './apply-node-event.ts';
import { rolledBack, runRestarted } from './apply-rewind-event.ts';
import { changeData } from './change-data.ts';
import { gateChanges, openAfter } from './gate-changes.ts';

function runCreated({ seq, at, data }: EventOf<'run_created'>): RunState {
  return {
    seq,
    run: data.run,
    workflow: data.workflow,
    workflow_name: data.name,
    workflow_version: data.version,
    workspace: data.workspace,
    started_by: data.started_by,
    ...(data.starter === undefined ? {} : { starter: data.starter }),
    called_by: data.called_by ?? null,
    created_at: at,
    started_at: null,
    ended_at: null,
    updated_at: at,
    status: 'queued',
    paused: false,
    message: null,
    inputs: data.inputs,
    computed: data.state.computed,
    flags: data.state.flags,
    custom: data.state.custom,
    user_responses: {},
    outputs: {},
    nodes: {},
    active: [firstPosition(data.start)],
    current_node: data.start,
    previous_node: null,
    signals: {},
    history: { length: 0, tail: [] },
    gates: {},
    held: null,
    granted_at: null,
    spent: nothingSpent,
    spent_at_grant: nothingSpent,
    budget_warnings: [],
    checks: {},
    checkpoints: {},
    approved_servers: data.approved_servers,
    artifacts: {},
    warnings: [],
  };
}

function runEnded(state: RunState, at: string, status: RunStatus, message: string | null): RunState {
  const nodes = cutOffNodes(state, at);
  // The checks of the end are no place where the run came to.
  const { ending, node } = state.active[0] ?? { ending: null, node: null };
  return {
    ...state,
    nodes,
    active: [],
    held: null,
    status,
    message,
    ended_at: at,
    paused: false,
    current_node: ending ? state.previous_node : node,
  };
}

/** All but the gates. */
function folded(state: RunState, event: EventFor<'state'>): RunState {
  switch (event.type) {
    case 'run_created':
      return state;
    case 'run_started':
      return { ...state, started_at: event.at };
    case 'node_started':
      return nodeStarted(state, event);
    case 'slot_taken':
      return slotTaken(state, event);
    case 'node_suspended':
      return nodeSuspended(state, event);
    case 'background_awaited':
      return backgroundAwaited(state, event);
    case 'node_completed':
      return nodeCompleted(state, event);
    case 'node_failed':
      return nodeFailed(state, event);
    case 'retry':
      return nodeRetried(state, event);
    case 'node_skipped':
      return nodeSkipped(state, event);
    case 'node_interrupted':
      return nodeInterrupted(state, event);
    case 'loop_iteration':
      return loopIteration(state, event);
    case 'loop_exited':
      return loopExited(state, event);
    case 'branch_ended':
      return branchEnded(state, event);
    case 'signal_received':
      return signalReceived(state, event);
    case 'model_call':
      return modelCalled(state, event);
    case 'tool_call':
      return toolCalled(state, event);
    case 'budget_warned':
      return budgetWarned(state, event);
    case 'check_evaluated':
      return checkEvaluated(state, event);
    case 'variable_set':
      return event.data.changes.reduce((next, change) => changeData(next, change), state);
    case 'artifact_saved':
      return artifactSaved(state, event);
    case 'gate_opened':
      return gateOpened(state, event);
    case 'gate_answered':
      return gateAnswered(state, event);
    case 'gate_expired':
      return gateExpired(state, event);
    case 'checkpoint_created': {
      const { name, label } = event.data;
      return { ...state, checkpoints: { ...state.checkpoints, [name]: { seq: event.seq, label, at: event.at } } };
    }
    case 'rolled_back':
      return rolledBack(state, event);
    case 'run_restarted':
      return runRestarted(state, event);
    case 'warning': {
      const warning = { seq: event.seq, message: event.data.message, node: event.node ?? null };
      return { ...state, warnings: [...state.warnings, warning].slice(-warningsKept) };
    }
    case 'run_paused':
      return { ...state, paused: true };
    case 'run_resumed':
      return { ...state, paused: false };
    case 'run_completed':
      return runEnded(state, event.at, 'completed', event.data.message);
    case 'run_failed':
      return runEnded(state, event.at, 'failed', event.data.message);
    case 'run_cancelled':
      return runEnded(state, event.at, 'cancelled', event.data.message);
    default:
      event satisfies never;
      return state;
  }
}

function withGates(state: RunState, gates: RunState['gates']): RunState {
  return gates === state.gates ? state : { ...state, gates };
}

/**
 * A call is work: the run that it waits for may be working. A split rests while its branches do and none can start. What has
 * its signal is about to go on, whoever is there to see it. What awaits others rests as long as they do.
 */
function isResting(state: RunState, position: Position): boolean {
  const { phase, wait, split } = position;
  if (isAwaiting(state, position)) return true;
  if (phase === 'failed') return mustWaitForOthers(state, position);
  if (phase === 'split') {
    if (!split || (split.limit === null && split.branches.at(-1)?.status === 'waiting')) return false;
    return split.branches.some(({ status }) => status === 'running');
  }
  if (phase === 'asking') return true;
  const isWaiting = phase === 'suspended' ? wait !== null : phase === 'waiting' && !wait?.call;
  return isWaiting && !state.signals[wait?.signal ?? '']?.length;
}

/**
 * Waiting when every position waits for a person, a time or a signal; a run with anything else to do is running. One that
 * is held as a whole only has attempts at work to finish.
 */
function statusOf(state: RunState): RunStatus {
  if (isTerminal(state.status)) return state.status;
  if (state.paused) return 'paused';
  if (state.started_at === null) return 'queued';
  if (state.held) {
    const isWorking = (position: Position) => position.phase === 'running' && !isAwaiting(state, position);
    return state.active.some(isWorking) ? 'running' : 'waiting';
  }
  return state.active.every((position) => isResting(state, position)) ? 'waiting' : 'running';
}

export function applyEvent(state: RunState | null, event: RunEvent): RunState {
  if (state === null) {
    if (event.type !== 'run_created') throw new Error(`a run begins with run_created, not ${event.type}`);
    const { forked } = event.data;
    return forked ? forkedState(event, upgradeState(forked.state, forked.version)) : runCreated(event);
  }
  if (event.seq !== state.seq + 1) throw new Error(`event ${event.seq} does not follow event ${state.seq}`);
  if (isTerminal(state.status) && !reopensRun(event))
    throw new Error(`event ${event.seq} (${event.type}) comes after the end of the run`);
  const gates = openAfter(state.gates, gateChanges(state, event));
  const next = withGates(concerns('state', event) ? folded(state, event) : state, gates);
  return { ...next, seq: event.seq, updated_at: event.at, status: statusOf(next) };
}
