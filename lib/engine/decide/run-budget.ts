// What a run may spend: tokens, cost and tool calls, counted by the fold. What was spent before people last granted more
// does not count. Time is counted by the clock: run-gate.
import type { Graph } from '../../workflow/graph.ts';
import { nothingSpent, type RunState, type Spent } from '../state.ts';

export type Overspent = { what: keyof Spent; used: number; limit: number };

const kinds = ['tokens', 'cost', 'tool_calls'] as const;
const warnAt = 0.8;

function firstAt(share: number, { budget }: Pick<Graph, 'budget'>, state: RunState, spent: Spent, but: string[] = []) {
  const before = state.spent_at_grant ?? nothingSpent;
  for (const what of kinds) {
    const limit = budget[what];
    if (limit === null || but.includes(what)) continue;
    const used = spent[what] - before[what];
    if (used >= limit * share) return { what, used, limit };
  }
  return null;
}

/** The first budget that is used up; null while all hold. */
export function overBudget(
  graph: Pick<Graph, 'budget'>,
  state: RunState,
  spent: Spent = state.spent ?? nothingSpent,
): Overspent | null {
  return firstAt(1, graph, state, spent);
}

/** A budget that is nearly used up and that nobody was warned about yet. */
export function nearlyOverBudget(graph: Pick<Graph, 'budget'>, state: RunState): Overspent | null {
  return firstAt(warnAt, graph, state, state.spent ?? nothingSpent, state.budget_warnings ?? []);
}
