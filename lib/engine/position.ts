// Positions: where the run stands, and how events move them. Used by the fold only.
import type { RunEvent } from './events.ts';
import { historyTail, type NodeState, type Position, type RunState } from './state.ts';

export const mainPosition = 'main';

export function arrival(id: string, node: string, visit: number): Position {
  return {
    id,
    node,
    type: null,
    visit,
    phase: 'arriving',
    attempt: 0,
    failures: 0,
    passed: [],
    gate: null,
    answer: null,
    error: null,
    to: null,
    not_before: null,
  };
}

/** The position an event speaks of; a fresh one when the event is the first of a new visit. */
export function positionFor(state: RunState, event: RunEvent & { data: { position?: string } }): Position {
  const id = event.data.position ?? mainPosition;
  const known = state.active.find((position) => position.id === id);
  const node = event.node as string;
  const visit = event.visit as number;
  return known && known.node === node && known.visit === visit ? known : arrival(id, node, visit);
}

export function withPosition(state: RunState, position: Position): RunState {
  const index = state.active.findIndex(({ id }) => id === position.id);
  const before = state.active[index];
  const active = before ? state.active.with(index, position) : [...state.active, position];
  const moved = before !== undefined && before.node !== position.node;
  return {
    ...state,
    active,
    current_node: active[0]?.node ?? null,
    previous_node: moved ? before.node : state.previous_node,
  };
}

export function withNode(state: RunState, id: string, patch: Partial<NodeState>): RunState {
  const known = state.nodes[id] ?? { status: 'pending', visits: 0, attempts: 0, started_at: null, ended_at: null };
  return { ...state, nodes: { ...state.nodes, [id]: { ...known, ...patch } } };
}

export function withHistory(
  state: RunState,
  node: string,
  outcome: Record<string, unknown>,
  timestamp: string,
): RunState {
  const tail = [...state.history.tail, { node, outcome, timestamp }].slice(-historyTail);
  return { ...state, history: { length: state.history.length + 1, tail } };
}
