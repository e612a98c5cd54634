// A gate that holds the whole run rather than one position: the run has used up one of its budgets. While it is open
// nothing new begins; attempts at work finish. Continue grants as much again, from the answer on; abort cancels.
// A step that only decides is let finish first, so that a held run stands in the middle of one only where that waits for
// work in the background. A run that has nothing left but to end is not asked.

import { doesWork } from '../../nodes/contract/define-node.ts';
import { definitionOf } from '../../nodes/index.ts';
import { milliseconds } from '../../nodes/parts/duration.ts';
import { type Graph, nodeOf } from '../../workflow/graph.ts';
import { runSlot } from '../event-types.ts';
import type { Draft, Gate } from '../events.ts';
import { isTerminal, type Position, type RunState } from '../state.ts';
import type { DecisionInput } from './decision-input.ts';
import { nearlyOverBudget, type Overspent, overBudget } from './run-budget.ts';

/** When the time that the run has been granted is over; null when it has no such limit, or nothing counts it now. */
export function budgetEnd({ budget }: Pick<Graph, 'budget'>, state: RunState): string | null {
  const from = state.granted_at ?? state.started_at;
  if (budget.time === null || from === null || state.held || state.paused || isTerminal(state.status)) return null;
  return new Date(Date.parse(from) + milliseconds(budget.time)).toISOString();
}

function isAtWork({ graph }: DecisionInput, { phase, node: id }: Position): boolean {
  const { type, fields } = nodeOf(graph, id);
  return phase === 'running' && doesWork(definitionOf(type), fields);
}

/** Facts to record first; or the only positions that may go on, and what is asked once they cannot. */
type Hold = { drafts: Draft[] } | { positions: Position[]; ask?: Draft };

/** What holds the run now; null when nothing does. */
export function holdRun(moment: DecisionInput): Hold | null {
  const { state } = moment;
  if (state.held) {
    const drafts = afterAnswer(state.held);
    return drafts ? { drafts } : { positions: state.active.filter((position) => isAtWork(moment, position)) };
  }
  const words = usedUp(moment);
  if (words === null) return warnOfSpending(moment);
  const deciding = state.active.filter((position) => position.phase === 'running' && !isAtWork(moment, position));
  return { positions: deciding, ask: askForMore(moment, words) };
}

type Words = { used: string; more: string };

function usedUp({ graph, state, at }: DecisionInput): Words | null {
  const end = budgetEnd(graph, state);
  if (end !== null && at >= end)
    return { used: `its time of ${graph.budget.time}`, more: `another ${graph.budget.time}` };
  const over = overBudget(graph, state);
  return over && { used: `its budget of ${amount(over)}`, more: `another ${amount(over)}` };
}

function amount({ what, limit }: Overspent): string {
  return what === 'cost' ? `${limit} in cost` : `${limit} ${what === 'tokens' ? 'tokens' : 'tool calls'}`;
}

function warnOfSpending({ graph, state }: DecisionInput): { drafts: Draft[] } | null {
  const near = nearlyOverBudget(graph, state);
  return near && { drafts: [{ type: 'budget_warned', data: near }] };
}

function afterAnswer({ answer }: NonNullable<RunState['held']>): Draft[] | null {
  if (!answer) return null;
  const { by, via } = answer;
  return [{ type: 'run_cancelled', data: { by, via, message: `aborted by ${by}: the budget of the run was used up` } }];
}

function askForMore({ graph, state, at }: DecisionInput, { used, more }: Words): Draft {
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
    message: `${graph.name} has used up ${used}. Go on?`,
    options: [
      option('continue', 'Continue', 'primary', `the run goes on with ${more}`),
      option('abort', 'Abort', 'danger', 'the run is cancelled'),
    ],
    fields: [],
    show: [],
    assignees: [],
    persons: true,
    opened_at: at,
    expires_at: null,
    expires_then: null,
  };
  // Without a node: it is not part of any visit.
  return { type: 'gate_opened', data: { gate } };
}
