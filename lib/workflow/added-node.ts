// A node that the console itself adds to a graph. It asks nothing, saves nothing and is tried once.
import type { GraphNode } from './graph.ts';

type Said = Pick<GraphNode, 'id' | 'type' | 'name' | 'next' | 'fields'>;

/** `beside` is the written node that it stands at: where it is, and what the file says for all nodes. */
export function addedNode({ place, max_visits, trace }: GraphNode, said: Said): GraphNode {
  return {
    place,
    max_visits,
    trace,
    description: null,
    enabled: true,
    retry: { attempts: 1, backoff: 0, max_backoff: 0 },
    timeout: null,
    settle: 0,
    gates: [],
    checks: [],
    role: null,
    save: {},
    artifacts: [],
    conditions: [],
    on_failure: null,
    idempotent: null,
    group: null,
    ...said,
  };
}
