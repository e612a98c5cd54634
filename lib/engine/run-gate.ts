// A gate that holds the whole run rather than one position: the run has worked longer than its budget. While it is open
// nothing new begins; attempts at work finish. Continue grants the same time again, from the answer on; abort cancels.
// A step that only decides is let finish first, so that a held run stands nowhere in the middle of one.
import { milliseconds } from '../nodes/duration.ts';
import { definitionOf } from '../nodes/index.ts';
import { type Graph, nodeOf } from '../workflow/graph.ts';
import { runSlot } from './event-types.ts';
import type { Draft, Gate } from './events.ts';
import type { Moment } from './moment.ts';
import { isTerminal, type Position, type RunState } from './state.ts';

/** When the time that the run has been granted is over; null when it has no such limit, or nothing counts it now. */
export function budgetEnd({ budget }: Pick<Graph, 'budget'>, state: RunState): string | null {
  const from = state.granted_at ?? state.started_at;
  if (budget.time === null || from === null || state.held || state.paused || isTerminal(state.status)) return null;
  return new Date(Date.parse(from) + milliseconds(budget.time)).toISOString();
}

function isAtWork({ graph }: Moment, { phase, node }: Position): boolean {
  return phase === 'running' && definitionOf(nodeOf(graph, node).type)?.execute !== undefined;
}

/** What holds the run now: facts to record first, or the only positions that may go on. Null when nothing does. */
export function holdRun(moment: Moment): { drafts: Draft[] } | { positions: Position[] } | null {
  const { graph, state, at } = moment;
  if (state.held) {
    const drafts = afterAnswer(state.held);
    return drafts ? { drafts } : { positions: state.active.filter((position) => isAtWork(moment, position)) };
  }
  const end = budgetEnd(graph, state);
  if (end === null || at < end) return null;
  const deciding = state.active.filter((position) => position.phase === 'running' && !isAtWork(moment, position));
  return deciding.length > 0 ? { positions: deciding } : { drafts: [askForTime(moment)] };
}

function afterAnswer({ answer }: NonNullable<RunState['held']>): Draft[] | null {
  if (!answer) return null;
  const { by, via } = answer;
  return [{ type: 'run_cancelled', data: { by, via, message: `aborted by ${by}: the time of the run was used up` } }];
}

function askForTime({ graph, state, at }: Moment): Draft {
  const { time } = graph.budget;
  const position = state.active[0];
  const option = (id: string, label: string, style: 'primary' | 'danger', leads_to: string) => ({
    id,
    label,
    description: null,
    style,
    leads_to,
  });
  const gate: Gate = {
    id: `g${state.seq + 1}`,
    node: position?.node ?? graph.start,
    visit: position?.visit ?? 1,
    purpose: 'budget',
    slot: runSlot,
    kind: 'question',
    message: `${graph.name} has used up its time of ${time}. Go on?`,
    options: [
      option('continue', 'Continue', 'primary', `the run goes on for another ${time}`),
      option('abort', 'Abort', 'danger', 'the run is cancelled'),
    ],
    fields: [],
    show: [],
    assignees: [],
    opened_at: at,
    expires_at: null,
    expires_then: null,
  };
  // Without a node: it is not part of any visit.
  return { type: 'gate_opened', data: { gate } };
}
