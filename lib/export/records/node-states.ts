// How far each node has come, as a session's record keeps it: what it left for the nodes after it, and what went wrong.
import type { NodeStatus, RunState } from '../../engine/state.ts';
import { definitionOf } from '../../nodes/index.ts';
import type { Graph, GraphNode } from '../../workflow/graph.ts';

type Status = 'pending' | 'running' | 'completed' | 'skipped' | 'failed';

const statuses: Record<NodeStatus, Status> = {
  pending: 'pending',
  running: 'running',
  waiting: 'running',
  completed: 'completed',
  skipped: 'skipped',
  failed: 'failed',
  interrupted: 'failed',
  cancelled: 'failed',
};

/** Those that are written in the file: what starts a group together is nobody's. */
export const writtenNodes = ({ nodes, judge }: Graph) => {
  const groups = new Set(nodes.map(({ group }) => group));
  return nodes.filter(({ id }) => !groups.has(id) && id !== judge);
};

/** `errors` are the latest of each node. */
export function nodeStates(
  graph: Graph,
  state: RunState,
  snapshotPath: (id: string) => string,
  errors: ReadonlyMap<string, string> = new Map(),
): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    writtenNodes(graph).map((node) => [node.id, stateOf(node, state, snapshotPath, errors.get(node.id) ?? null)]),
  );
}

function stateOf(node: GraphNode, state: RunState, snapshotPath: (id: string) => string, error: string | null) {
  const { id } = node;
  const { status = 'pending', started_at = null, ended_at = null } = state.nodes[id] ?? {};
  const own = statuses[status];
  if (definitionOf(node.type)?.group !== 'work') {
    const saved = state.checkpoints[id];
    return { status: own, saved_at: saved?.at ?? null, snapshot_path: saved ? snapshotPath(id) : null };
  }
  const output = (state.outputs[id] ?? {}) as { session_id?: unknown; output_path?: unknown; exec_id?: unknown };
  return {
    status: own,
    started_at,
    completed_at: own === 'completed' || own === 'skipped' ? ended_at : null,
    session_id: output.session_id ?? null,
    output_path: output.output_path ?? null,
    artifacts: (state.artifacts[id] ?? []).map(({ path, name }) => path ?? name),
    error: own === 'failed' || own === 'skipped' ? error : null,
    ...(output.exec_id === undefined ? {} : { cli_task_id: output.exec_id }),
  };
}
