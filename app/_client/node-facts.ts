// What is last known of each node's work: its input and its error. Folded beside the state, which keeps neither.
import type { RunEvent } from '#lib/engine/events.ts';

export type NodeFacts = {
  input: unknown;
  cameFrom: string | null;
  error: { code: string; message: string; details?: unknown } | null;
};

const nothing: NodeFacts = { input: undefined, cameFrom: null, error: null };

export function foldFacts(facts: Record<string, NodeFacts>, event: RunEvent): Record<string, NodeFacts> {
  if (event.node === undefined) return facts;
  const known = facts[event.node] ?? nothing;
  switch (event.type) {
    case 'node_started':
      return {
        ...facts,
        [event.node]: {
          input: event.data.input ?? known.input,
          cameFrom: event.data.from?.node ?? known.cameFrom,
          error: event.attempt === 1 ? null : known.error,
        },
      };
    case 'node_failed':
    case 'retry':
      return { ...facts, [event.node]: { ...known, error: event.data.error } };
    case 'node_completed':
      return known.error ? { ...facts, [event.node]: { ...known, error: null } } : facts;
    default:
      return facts;
  }
}
