// What is counted and judged: tokens, cost and calls against the budget, verdicts of checks.
import type { EventOf } from '../events.ts';
import { isOvertaken, withPosition } from '../position.ts';
import { nothingSpent, type RunState } from '../state.ts';

export function modelCalled(state: RunState, { data }: EventOf<'model_call'>): RunState {
  const { tokens, cost, tool_calls } = state.spent ?? nothingSpent;
  const used = { tokens: tokens + data.input_tokens + data.output_tokens, cost: cost + (data.cost ?? 0) };
  return { ...state, spent: { ...used, tool_calls } };
}

/** An attempt that only read does no harm when it is repeated; one call that may have changed something is enough. */
export function toolCalled(state: RunState, event: EventOf<'tool_call'>): RunState {
  const spent = state.spent ?? nothingSpent;
  const counted = { ...state, spent: { ...spent, tool_calls: spent.tool_calls + 1 } };
  const position = state.active.find(
    ({ node, visit, phase }) => node === event.node && visit === event.visit && phase === 'running',
  );
  if (!position) return counted;
  const read_only = event.data.read_only === true && position.read_only !== false;
  return withPosition(counted, { ...position, read_only });
}

export function budgetWarned(state: RunState, { data }: EventOf<'budget_warned'>): RunState {
  return { ...state, budget_warnings: [...(state.budget_warnings ?? []), data.what] };
}

/** A check keeps its latest verdict: that on the latest visit. */
export function checkEvaluated(state: RunState, event: EventOf<'check_evaluated'>): RunState {
  const node = event.node as string;
  const worker = state.active.find((one) => one.background && one.node === node && one.visit === event.visit);
  if (worker && isOvertaken(state, worker)) return state;
  const others = (state.checks?.[node] ?? []).filter(({ name }) => name !== event.data.name);
  return { ...state, checks: { ...state.checks, [node]: [...others, event.data] } };
}
