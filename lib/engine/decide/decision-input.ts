// One moment of a run: what every decision of the engine is made from.

import type { Resumption } from '../../nodes/contract/outcome.ts';
import { isClientFailure } from '../../nodes/parts/client-failure.ts';
import type { Values } from '../../nodes/parts/large-value.ts';
import { isPostponed } from '../../nodes/parts/postponed.ts';
import type { Graph } from '../../workflow/graph.ts';
import type { Draft } from '../events.ts';
import { mainPosition } from '../position.ts';
import type { CallSpec, Position, RunState } from '../state.ts';
import type { Warn } from './missing-warnings.ts';

/**
 * `at` is the time of what is decided, by which durations are measured; `date` is what the wall clock says, if that is not the
 * same. `warn` hears of missing references, where the graph lets them be empty. `values` gives what the state only has handles
 * of; a decision that needs one which is not loaded throws a NeedsValue, and is made again with it. `mostItems` is how many
 * items one list may be gone through with; any number where that is not said.
 */
export type DecisionInput = {
  graph: Graph;
  state: RunState;
  at: string;
  date?: string;
  warn?: Warn;
  values?: Values;
  mostItems?: number;
};

/** Work for the outside, or a time to look again, or facts that follow from the state alone. */
export type NextStep =
  | { kind: 'record'; drafts: Draft[] }
  | {
      kind: 'execute';
      position: string;
      node: string;
      visit: number;
      attempt: number;
      /** Null when the attempt goes on: it has what its claim says. */
      fields: Record<string, unknown> | null;
      resumed: Resumption | null;
    }
  | { kind: 'call'; position: string; node: string; visit: number; signal: string; call: CallSpec }
  /** A node that goes back to a checkpoint decides with the copy, which is kept outside of the state. */
  | { kind: 'restore'; position: string; checkpoint: string }
  | { kind: 'wake'; at: string };

/** The keys that tie an event to a visit. The main position is not named. */
export function visitKeys(
  position: Position,
  attempt = position.attempt,
): { node: string; visit: number; attempt: number } {
  return { node: position.node, visit: position.visit, attempt };
}

export function positionKey(position: Position): { position?: string } {
  return position.id === mainPosition ? {} : { position: position.id };
}

export function problemOf(error: unknown, code: string): { code: string; message: string } {
  if (isPostponed(error)) throw error;
  if (isClientFailure(error)) return { code: error.code, message: error.message };
  return { code, message: error instanceof Error ? error.message : String(error) };
}
