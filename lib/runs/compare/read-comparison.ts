// Two runs as they are compared. Whoever compares must be allowed to see both: one that they may not see is not there.
import type { Needs } from '../../console/console.ts';
import type { EventType, RunEvent } from '../../engine/events.ts';
import { type NodeView, nodeView } from '../../engine/view/node-view.ts';
import type { RunHistory } from '../../engine/view/run-history.ts';
import { viewOf } from '../../engine/view/run-view.ts';
import { seenBy, seesRun } from '../../people/access.ts';
import type { Actor } from '../../people/actor.ts';
import type { Graph } from '../../workflow/graph.ts';
import { readWholeHistory } from '../read-history.ts';
import { readNames, readRun } from '../read-run.ts';
import type { RunDetail } from '../views.ts';

type House = Needs<'store' | 'workflows' | 'histories' | 'clock'>;

export type RunShown = { run: RunDetail; graph: Graph; history: RunHistory };

export async function readRunShown(house: House, runId: string, actor: Actor): Promise<RunShown | null> {
  const record = await house.store.readRun(runId);
  if (!record || !seesRun(actor, record)) return null;
  const [run, { graph }] = await Promise.all([readRun(house, runId), readNames(house, runId)]);
  return { run, graph, history: await readWholeHistory(house, runId, run.seq) };
}

type Other = { id: string; status: RunDetail['status']; started_by: string; created_at: string };

const mostOthers = 50;

/** Other runs of the workflow, the newest first, and the one right before this run. */
export async function otherRuns(
  { store }: House,
  { run }: RunShown,
  actor: Actor,
): Promise<{ others: Other[]; previous: string | null }> {
  const filter = { workflow: run.workflow, seenBy: seenBy(actor) };
  const [newest, before] = await Promise.all([
    store.listRuns({ ...filter, limit: mostOthers }),
    store.listRuns({ ...filter, until: run.created_at, limit: 1 }),
  ]);
  const all = [...newest.runs, ...before.runs].filter(({ id }) => id !== run.id);
  const others = [...new Map(all.map((one) => [one.id, one])).values()];
  return {
    others: others.map(({ id, status, startedBy, createdAt }) => {
      return { id, status, started_by: startedBy, created_at: createdAt };
    }),
    previous: before.runs.find(({ id }) => id !== run.id)?.id ?? null,
  };
}

/** What tells how a visit went; what it printed is not compared. */
const telling: EventType[] = [
  'node_started',
  'node_completed',
  'node_failed',
  'node_skipped',
  'node_interrupted',
  'node_suspended',
  'retry',
  'model_call',
];
const pageSize = 1000;

/** A visit of a node, or one attempt of it; null when it was never there. */
export async function readNodeShown(
  { store }: House,
  { run, history }: RunShown,
  { node, ...wanted }: { node: string; visit: number; attempt: number | null },
): Promise<NodeView | null> {
  const events: RunEvent[] = [];
  for (;;) {
    const range = { node, visit: wanted.visit, types: telling, after: events.at(-1)?.seq ?? 0, limit: pageSize };
    const page = await store.readEvents(run.id, range);
    events.push(...page);
    if (page.length < pageSize) break;
  }
  const view = viewOf({ run: { state: run.state, gates: [] }, events: [], history, artifacts: [] });
  const shown = nodeView(view, node, wanted, events);
  return shown.visit === null ? null : shown;
}
