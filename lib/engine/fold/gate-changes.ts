// What an event does to gates: the one place that knows how a gate opens, changes and ends. The state keeps those that are
// open, the rows and the page keep all of them; none of the three may learn of a gate in any other way.
import { concerns } from '../event-concerns.ts';
import type { EventOf, Gate, GateAnswer, RunEvent } from '../events.ts';
import { branchPositions } from '../position.ts';
import type { Position, RunState } from '../state.ts';

type GateStanding = { status: 'open' | 'answered' | 'closed'; answer: GateAnswer | null };

/** A gate and how it stands after the event. */
export type GateChange = { gate: Gate } & GateStanding;
/** The same as it is kept and shown. */
export type RunGate = Gate & { run: string } & GateStanding;

const none: readonly GateChange[] = [];

/** `state` is the run before the event. */
export function gateChanges(state: RunState, event: RunEvent): readonly GateChange[] {
  if (!concerns('gates', event)) return none;
  switch (event.type) {
    case 'gate_opened':
      return [asked(event.data.gate)];
    case 'gate_voted': {
      const gate = openGate(state, event.data.gate);
      const { option, by, via, person, at } = event.data.answer;
      const vote = { option, by, via, ...(person === undefined ? {} : { person }), at };
      return [asked({ ...gate, votes: [...(gate.votes ?? []), vote] })];
    }
    case 'gate_claimed': {
      const { claimed: _, ...gate } = openGate(state, event.data.gate);
      const { holder } = event.data;
      return [asked(holder ? { ...gate, claimed: { ...holder, at: event.at } } : gate)];
    }
    case 'gate_escalated': {
      const { escalate: _, claimed: __, ...gate } = openGate(state, event.data.gate);
      return [asked({ ...gate, escalated_to: event.data.to })];
    }
    case 'gate_reminded':
      return [asked({ ...openGate(state, event.data.gate), remind_at: event.data.next_at })];
    case 'gate_answered':
      return [{ gate: openGate(state, event.data.gate), status: 'answered', answer: shownAnswer(event.data) }];
    case 'gate_expired':
      // Its declared answer, if it has one, follows and is what ends it.
      return event.data.then === null ? closed([openGate(state, event.data.gate)]) : none;
    case 'branch_ended': {
      const gone = branchPositions(state, event.data.position);
      return closed(gatesAt(state, ({ id }) => gone.has(id)));
    }
    case 'rolled_back':
      return event.data.back ? closed(gatesLeft(state, event.data.back.active)) : none;
    case 'run_restarted':
      return closed(gatesLeft(state, event.data.active));
    case 'run_completed':
    case 'run_failed':
    case 'run_cancelled':
      return closed(Object.values(state.gates));
    default:
      event satisfies never;
      return none;
  }
}

const shownAnswer = ({ answer, shown }: EventOf<'gate_answered'>['data']): GateAnswer =>
  shown === '' ? answer : { ...answer, shown };

const asked = (gate: Gate): GateChange => ({ gate, status: 'open', answer: null });

function closed(gates: Gate[]): GateChange[] {
  return gates.map((gate) => ({ gate, status: 'closed', answer: null }));
}

function gatesAt({ active, gates }: RunState, isMeant: (position: Position) => boolean): Gate[] {
  return active.filter(isMeant).flatMap(({ gate }) => gates[gate ?? ''] ?? []);
}

/** Nobody stands at these once the run stands elsewhere. */
function gatesLeft({ gates }: RunState, active: Position[]): Gate[] {
  const kept = new Set(active.map(({ gate }) => gate));
  return Object.values(gates).filter(({ id }) => !kept.has(id));
}

export function openGate({ gates }: RunState, id: string): Gate {
  const gate = gates[id];
  if (!gate) throw new Error(`gate ${id} is not open`);
  return gate;
}

/** The gates that are open after the changes. */
export function openAfter(open: RunState['gates'], changes: readonly GateChange[]): RunState['gates'] {
  if (changes.length === 0) return open;
  const next = { ...open };
  for (const { gate, status } of changes) {
    if (status === 'open') next[gate.id] = gate;
    else delete next[gate.id];
  }
  return next;
}

export function runGate(run: string, { gate, status, answer }: GateChange): RunGate {
  return { ...gate, run, status, answer };
}
