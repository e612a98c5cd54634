import type { Needs } from '../console/console.ts';
import { definitionOf } from '../nodes/index.ts';
import type { RunFilter, RunRecord } from '../store/contract/runs.ts';
import type { RunSummary } from './views.ts';
import { nodeNameOf } from './work/graph-of.ts';
import { parentOf } from './work/parent-of.ts';

/** The verdicts of a completed run are told right before its end. */
async function hasFailedChecks(house: Needs<'store'>, { id, status, seq }: RunRecord): Promise<boolean> {
  if (status !== 'completed') return false;
  const [last] = await house.store.readEvents(id, { before: seq, limit: 1, newest: true });
  return last?.type === 'checks_completed' && last.data.failed > 0;
}

export async function summaryOf(house: Needs<'store' | 'workflows'>, record: RunRecord): Promise<RunSummary> {
  const { status, currentNode, currentType } = record;
  return {
    id: record.id,
    workflow: record.workflow,
    name: record.name,
    version: record.version,
    status,
    checks_failed: await hasFailedChecks(house, record),
    progress: { done: record.done, total: record.total },
    current_node: currentNode,
    current_name: currentNode === null ? null : await nodeNameOf(house, record.versionId, currentNode),
    current_type: currentType,
    needs_answer: status === 'waiting' && !definitionOf(currentType ?? '')?.waitsAlone,
    waiting_on: record.waitingOn,
    started_by: record.startedBy,
    created_at: record.createdAt,
    started_at: record.startedAt,
    ended_at: record.endedAt,
    message: record.message,
    seq: record.seq,
    archived: record.archived,
    parent: await parentOf(house, record),
  };
}

export async function listRuns(
  house: Needs<'store' | 'workflows'>,
  filter: RunFilter,
): Promise<{ runs: RunSummary[]; next: string | null }> {
  const { runs, next } = await house.store.listRuns(filter);
  return { runs: await Promise.all(runs.map((run) => summaryOf(house, run))), next };
}

export function countRuns(house: Needs<'store'>) {
  return house.store.countRuns();
}
