// What the `end` node that ended a run said of it. A run that went on after it, or ended otherwise, has none.

import type { Graph } from '../../workflow/graph.ts';
import { isTerminal, type RunState } from '../state.ts';

export type RunEnding = { summary?: unknown; recovery?: string };

export function runEnding(state: RunState, { nodes, judge }: Graph): RunEnding {
  if (!isTerminal(state.status)) return {};
  const isEnd = new Set(nodes.filter(({ traits }) => traits.ends_run).map(({ id }) => id));
  // The checks of the whole run are judged after its last node.
  const visited = Object.entries(state.nodes).filter(([id, { started_at }]) => id !== judge && started_at !== null);
  const latest =
    visited
      .map(([, { started_at }]) => started_at ?? '')
      .sort()
      .at(-1) ?? '';
  const last = visited.find(
    ([id, { status, ended_at }]) => isEnd.has(id) && status === 'completed' && (ended_at ?? '') >= latest,
  );
  return last ? ((state.outputs[last[0]] ?? {}) as RunEnding) : {};
}
