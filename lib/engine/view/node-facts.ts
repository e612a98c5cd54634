// What is last known of each node's work: its input, its error and what it asked of models. Folded beside the state,
// which keeps none of them.
import { concerns } from '../event-concerns.ts';
import type { RunEvent } from '../events.ts';
import { addModelCall, type ModelUse } from './model-use.ts';

export type NodeFacts = {
  input: unknown;
  cameFrom: string | null;
  error: { code: string; message: string; details?: unknown } | null;
  models: ModelUse | null;
};

const nothing: NodeFacts = { input: undefined, cameFrom: null, error: null, models: null };

export function foldFacts(facts: Record<string, NodeFacts>, event: RunEvent): Record<string, NodeFacts> {
  if (event.node === undefined || !concerns('facts', event)) return facts;
  const known = facts[event.node] ?? nothing;
  switch (event.type) {
    case 'node_started':
      return {
        ...facts,
        [event.node]: {
          input: event.data.input ?? known.input,
          cameFrom: event.data.from?.node ?? known.cameFrom,
          error: event.attempt === 1 ? null : known.error,
          models: event.data.continues || event.attempt !== 1 ? known.models : null,
        },
      };
    case 'node_failed':
    case 'retry':
      return { ...facts, [event.node]: { ...known, error: event.data.error } };
    case 'model_call':
      return { ...facts, [event.node]: { ...known, models: addModelCall(known.models, event) } };
    case 'node_completed':
      return known.error ? { ...facts, [event.node]: { ...known, error: null } } : facts;
    default:
      event satisfies never;
      return facts;
  }
}
