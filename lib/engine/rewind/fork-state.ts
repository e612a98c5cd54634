// How a fork begins: with everything another run knew after one of its events, as a run of its own. What was under way is
// tried anew, what was asked is asked again; nothing that had finished is done twice.

import { positionKey, visitKeys } from '../decide/decision-input.ts';
import { isAskedByAttempt } from '../event-types.ts';
import type { Draft, EventOf } from '../events.ts';
import { nothingSpent, type Position, type RunState } from '../state.ts';

/** Kept in the fork's own first event, so that a number of the other run never stands for one of this. */
const firstEvent = 1;

function takenOver(then: RunState, position: Position): Position {
  const { phase } = position;
  const isAttempt = ['running', 'suspended', 'waiting'].includes(phase) || asksInTheMiddle(then, position);
  if (!isAttempt) return { ...position, gate: null, resumed: null };
  return { ...position, phase: 'arriving', gate: null, answer: null, wait: null, files: [], resumed: null };
}

/** What an attempt asked in the middle of its work, answered or not, is part of that work, and is asked anew with it. */
function asksInTheMiddle(then: RunState, { phase, gate, answer }: Position): boolean {
  const asked = phase === 'answered' ? answer?.gate : then.gates[gate ?? ''];
  return asked !== undefined && isAskedByAttempt(asked);
}

export function forkedState({ at, data }: EventOf<'run_created'>, then: RunState): RunState {
  const checkpoints = Object.entries(then.checkpoints).map(([name, one]) => [name, { ...one, seq: firstEvent }]);
  return {
    ...then,
    seq: firstEvent,
    run: data.run,
    workspace: data.workspace,
    inputs: data.inputs,
    started_by: data.started_by,
    starter: data.starter,
    called_by: null,
    created_at: at,
    started_at: null,
    ended_at: null,
    updated_at: at,
    status: 'queued',
    paused: false,
    message: null,
    active: then.active.map((position) => takenOver(then, position)),
    gates: {},
    held: null,
    granted_at: null,
    spent: nothingSpent,
    spent_at_grant: nothingSpent,
    budget_warnings: [],
    checkpoints: Object.fromEntries(checkpoints),
    warnings: then.warnings.map((warning) => ({ ...warning, seq: firstEvent })),
  };
}

/** The questions that were open, asked again: with the same words, and as much time as they had at first. */
export function draftOpenGates(then: RunState, at: string): Draft[] {
  const asking = then.active.filter((one) => one.phase === 'asking' && !asksInTheMiddle(then, one));
  return asking.flatMap((position, index): Draft[] => {
    const gate = then.gates[position.gate ?? ''];
    if (!gate) return [];
    const { votes: _, remind_at: __, claimed: ___, escalated_to: ____, ...question } = gate;
    const later = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
    const again = {
      ...question,
      id: `g${firstEvent + 1 + index}`,
      opened_at: at,
      expires_at: gate.expires_at && later(Date.parse(gate.expires_at) - Date.parse(gate.opened_at)),
      ...(gate.remind_every ? { remind_at: later(gate.remind_every) } : {}),
      ...(gate.escalate ? { escalate: { ...gate.escalate, at: later(gate.escalate.after) } } : {}),
    };
    return [{ type: 'gate_opened', ...visitKeys(position), data: { ...positionKey(position), gate: again } }];
  });
}
