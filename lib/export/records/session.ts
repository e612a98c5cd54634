// A session's record: what it plays, with what, how far it has come; and a file for each checkpoint, with all that was
// known then and the run's data as it was.
import type { RunState, RunStatus } from '../../engine/state.ts';
import { textIn } from '../../workflow/dialects/borrowed-tree.ts';
import { followingNode, type Graph } from '../../workflow/graph.ts';
import { createFindings } from '../../workflow/problems/findings.ts';
import { readSource } from '../../workflow/source/source.ts';
import type { ExportedRun } from './exported-run.ts';
import { nodeStates, writtenNodes } from './node-states.ts';
import { asJson, type RecordFile, type RunRecord } from './record.ts';

const json = 'application/json';

const statuses: Record<RunStatus, string> = {
  queued: 'running',
  running: 'running',
  waiting: 'running',
  paused: 'paused',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'aborted',
};

export const session: RunRecord = {
  summary: 'The state of the session, in JSON',
  bundled: ['player'],
  files: (run) => [{ path: 'session-state.json', type: json, text: () => asJson(sessionState(run)) }],
};

export const checkpoints: RunRecord = {
  summary: 'A file for each checkpoint',
  bundled: 'all',
  files: (exported) =>
    Object.keys(exported.run.state.checkpoints).map(
      (name): RecordFile => ({ path: pathOf(name), type: json, text: () => asJson(snapshot(exported, name)) }),
    ),
};

const pathOf = (name: string) => `checkpoints/${name.replace(/[^\w.-]+/g, '_')}.json`;

/** `WFR-<workflow>-<day>-<time>` */
function sessionId({ run }: ExportedRun): string {
  const [day = '', time = ''] = run.created_at.replace(/[-:]/g, '').split('T');
  return `WFR-${run.workflow}-${day}-${time.slice(0, 6)}`;
}

type Batch = { batch: number; nodes: string[]; parallel: boolean };

function planOf(graph: Graph): Batch[] {
  const batches: (Omit<Batch, 'batch'> & { group: string | null })[] = [];
  for (const { id, group } of writtenNodes(graph)) {
    const last = batches.at(-1);
    if (group !== null && last?.group === group) last.nodes.push(id);
    else batches.push({ nodes: [id], parallel: group !== null, group });
  }
  return batches.map(({ nodes, parallel }, index) => ({ batch: index + 1, nodes, parallel }));
}

async function sessionState(exported: ExportedRun): Promise<unknown> {
  const { run, graph, source } = exported;
  const { state } = run;
  const plan = planOf(graph);
  const current = state.current_node ?? plan.at(-1)?.nodes.at(-1) ?? null;
  const template = readSource(source, createFindings()) ?? undefined;
  const saved = Object.entries(state.checkpoints).toSorted(([, a], [, b]) => a.seq - b.seq);
  return {
    session_id: sessionId(exported),
    template_id: textIn(template, 'template_id') ?? run.workflow,
    template_path: run.workflow,
    template_name: run.name,
    status: run.archived ? 'archived' : statuses[run.status],
    context: state.inputs,
    execution_plan: plan,
    current_batch: plan.find(({ nodes }) => current !== null && nodes.includes(current))?.batch ?? plan.length,
    current_node: current,
    last_checkpoint: saved.at(-1)?.[0] ?? null,
    node_states: nodeStates(graph, state, pathOf, await errorsOf(exported)),
    created_at: run.created_at,
    updated_at: state.updated_at,
    completed_at: run.ended_at,
  };
}

async function errorsOf({ events }: ExportedRun): Promise<Map<string, string>> {
  const errors = new Map<string, string>();
  for await (const page of events({ types: ['node_failed'] })) {
    for (const event of page) if (event.type === 'node_failed') errors.set(event.node ?? '', event.data.error.message);
  }
  return errors;
}

async function snapshot(exported: ExportedRun, name: string): Promise<unknown> {
  const { run, graph, stateAt } = exported;
  const kept = run.state.checkpoints[name];
  const then = kept && (await stateAt(kept.seq));
  if (!kept || !then) return null;
  const { computed, flags, custom, user_responses, outputs } = then;
  return {
    session_id: sessionId(exported),
    checkpoint_id: name,
    checkpoint_name: kept.label,
    saved_at: kept.at,
    context_snapshot: then.inputs,
    node_states_snapshot: nodeStates(graph, then, pathOf),
    last_completed_node: lastCompleted(then, name),
    next_node: followingNode(graph, name)?.id ?? null,
    state: { computed, flags, ...custom, user_responses, outputs },
  };
}

const lastCompleted = ({ history }: RunState, checkpoint: string) =>
  history.tail.findLast(({ node }) => node !== checkpoint)?.node ?? null;
