import { currentStore } from '../store/current-store.ts';
import type { RunFilter, RunRecord } from '../store/store.ts';
import type { RunSummary } from './views.ts';

export function summaryOf(record: RunRecord): RunSummary {
  return {
    id: record.id,
    workflow: record.workflow,
    name: record.name,
    version: record.version,
    status: record.status,
    progress: { done: record.done, total: record.total },
    current_node: record.currentNode,
    current_type: record.currentType,
    waiting_on: record.waitingOn,
    started_by: record.startedBy,
    created_at: record.createdAt,
    started_at: record.startedAt,
    ended_at: record.endedAt,
    message: record.message,
    seq: record.seq,
    archived: record.archived,
  };
}

export async function listRuns(filter: RunFilter): Promise<{ runs: RunSummary[]; next: string | null }> {
  const { runs, next } = await currentStore().listRuns(filter);
  return { runs: runs.map(summaryOf), next };
}

export function countRuns() {
  return currentStore().countRuns();
}
