// What gates change besides themselves: an open gate holds its position, or the whole run; the first answer frees it.
import { isSame } from '../../nodes/parts/is-same.ts';
import { isAskedByAttempt, runSlot } from '../event-types.ts';
import type { EventOf, Gate } from '../events.ts';
import { positionFor, withNode, withPosition } from '../position.ts';
import type { NodeStatus, RunState } from '../state.ts';
import { openGate } from './gate-changes.ts';

export function gateOpened(state: RunState, event: EventOf<'gate_opened'>): RunState {
  const { gate } = event.data;
  if (gate.slot === runSlot) return { ...state, held: { gate: gate.id, answer: null } };
  const known = state.nodes[gate.node];
  const isNewVisit = (known?.visits ?? 0) < gate.visit;
  const position = positionFor(state, event);
  // A rejected question is not passed: retrying it asks it again.
  const rejected = gate.purpose === 'rejected' ? position.answer?.gate.slot : undefined;
  const passed = position.passed.filter((slot) => slot !== gate.slot && slot !== rejected);
  const next = withPosition(state, { ...position, phase: 'asking', gate: gate.id, passed });
  return withNode(next, gate.node, {
    status: 'waiting',
    visits: Math.max(known?.visits ?? 0, gate.visit),
    started_at: isNewVisit ? event.at : (known?.started_at ?? event.at),
    ended_at: null,
  });
}

function statusAfter(gate: Gate): NodeStatus {
  if (gate.slot === 'self' || gate.purpose === 'checkpoint') return 'running';
  if (gate.purpose === 'failure') return 'failed';
  if (gate.purpose === 'interrupted') return 'interrupted';
  if (isAskedByAttempt(gate)) return 'running';
  return gate.slot.startsWith('after') ? 'completed' : 'pending';
}

export function gateAnswered(state: RunState, event: EventOf<'gate_answered'>): RunState {
  const { answer } = event.data;
  const gate = openGate(state, event.data.gate);
  if (gate.slot === runSlot) {
    const isFreed = answer.option === 'continue';
    return isFreed
      ? { ...state, held: null, granted_at: event.at, spent_at_grant: state.spent, budget_warnings: [] }
      : { ...state, held: { gate: gate.id, answer } };
  }
  let next = state;
  const position = state.active.find((one) => one.gate === gate.id);
  if (position) {
    const passed = [...position.passed, gate.slot];
    const asked = gate.slot === 'ask' ? answer.values : position.asked;
    // A person's Retry gives the node all its attempts again; an interruption was none of them.
    const isAnew = answer.option === 'retry' && (gate.purpose === 'failure' || gate.purpose === 'rejected');
    const { failures, arrivals } = isAnew
      ? { failures: 0, arrivals: { ...position.arrivals, [gate.node]: 1 } }
      : position;
    const repaired = isAnew ? editedInput(gate, answer.values.input) : null;
    const given = repaired ?? position.given ?? null;
    const answered = {
      gate: null,
      answer: { gate, answer },
      passed,
      asked,
      failures,
      given,
      ...(arrivals && { arrivals }),
    };
    next = withPosition(next, { ...position, ...answered, phase: 'answered' });
  }
  const status = statusAfter(gate);
  next = withNode(next, gate.node, { status, ...(status === 'completed' ? { ended_at: event.at } : {}) });
  if (gate.server && answer.option === 'allow') {
    next = { ...next, approved_servers: [...next.approved_servers, gate.server.hash] };
  }
  if (gate.purpose !== 'node') return next;
  const selected = gate.options.find(({ id }) => id === answer.option)?.label ?? answer.option;
  const isText = answer.option === 'other' && typeof answer.values.text === 'string';
  const raw = isText ? { text: answer.values.text as string } : { selected };
  const { values, comment } = answer;
  const response = { id: answer.option, raw, values, ...(comment === null ? {} : { comment }) };
  return { ...next, user_responses: { ...next.user_responses, [gate.node]: response } };
}

/** What a person gave a node in the place of what it had; null when that was left as it was shown. */
function editedInput({ purpose, fields }: Gate, input: unknown): Record<string, unknown> | null {
  const shown = fields.find(({ name }) => name === 'input');
  const isGroup = input !== null && typeof input === 'object' && !Array.isArray(input);
  if (purpose !== 'failure' || !shown || !isGroup || isSame(input, shown.default)) return null;
  return input as Record<string, unknown>;
}

/** Without a declared answer an expired gate is a failure of its node, which asks the administrators. */
export function gateExpired(state: RunState, event: EventOf<'gate_expired'>): RunState {
  const gate = openGate(state, event.data.gate);
  if (event.data.then !== null) return state;
  const position = state.active.find((one) => one.gate === gate.id);
  const error = { code: 'gate_expired', message: `nobody answered "${gate.message}" in time` };
  const next = position ? withPosition(state, { ...position, phase: 'failed', gate: null, error }) : state;
  return withNode(next, gate.node, { status: 'failed' });
}
