// Every query of the browser and its key, in one file. The server gives the first data; the change stream says when to ask again.
import { queryOptions } from '@tanstack/react-query';
import { paths } from '#lib/paths.ts';
import type { InboxView } from '#lib/runs/gates/list-gates.ts';
import type {
  BulkAct,
  GateCounts,
  GateDetail,
  Health,
  InboxGate,
  RunFigures,
  RunSummary,
  WorkflowSummary,
} from '#lib/runs/views.ts';
import { type RunListFilter, runListQuery } from './run-list-filter.ts';

export type RunList = { runs: RunSummary[]; next: string | null };
export type GatePage = { gates: InboxGate[]; next: string | null; counts: GateCounts };
/** What of the inbox is looked at. */
export type GateWish = {
  show?: InboxView | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

export const queryKeys = {
  /** Everything that the change stream makes stale. */
  lists: ['lists'] as const,
  runs: (filter: RunListFilter, more: object) => ['lists', 'runs', filter, more] as const,
  figures: ['lists', 'figures'] as const,
  bulk: (actId: string) => ['bulk', actId] as const,
  gates: (wish: GateWish) => ['lists', 'gates', wish] as const,
  gate: (runId: string, gateId: string) => ['lists', 'gate', runId, gateId] as const,
  workflows: ['workflows'] as const,
  health: ['health'] as const,
};

async function readJson<T>(address: string, signal: AbortSignal, alsoFine?: number): Promise<T> {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' }, cache: 'no-store' });
  if (!response.ok && response.status !== alsoFine) throw new Error(`${address} answered ${response.status}`);
  return (await response.json()) as T;
}

/** `inputs` are those of each run that the list shows. */
export const runsQuery = (filter: RunListFilter, more: { limit?: number; inputs?: string[] } = {}) =>
  queryOptions({
    queryKey: queryKeys.runs(filter, more),
    queryFn: ({ signal }) => readJson<RunList>(paths.api.runs() + runListQuery(filter, more), signal),
  });

export const bulkQuery = (actId: string) =>
  queryOptions({
    queryKey: queryKeys.bulk(actId),
    queryFn: ({ signal }) => readJson<BulkAct>(paths.api.bulk(actId), signal),
  });

export const figuresQuery = queryOptions({
  queryKey: queryKeys.figures,
  queryFn: ({ signal }) => readJson<RunFigures>(paths.api.figures(), signal),
});

export const gatesQuery = (wish: GateWish) =>
  queryOptions({
    queryKey: queryKeys.gates(wish),
    queryFn: ({ signal }) => {
      const { show, q = '', cursor = '', limit = '' } = wish;
      const which: Record<string, string> = show === undefined ? { status: 'open' } : { show };
      const query = new URLSearchParams({ ...which, q, cursor, limit: String(limit), brief: '1' });
      return readJson<GatePage>(`${paths.api.gates()}?${query}`, signal);
    },
  });

export const gateQuery = (runId: string, gateId: string) =>
  queryOptions({
    queryKey: queryKeys.gate(runId, gateId),
    queryFn: ({ signal }) => readJson<GateDetail>(paths.api.gate(runId, gateId), signal),
  });

const newestMine = 20;
/** How many gates there are, and the newest of those that ask the reader: known on every page. */
export const myGatesQuery = gatesQuery({ show: 'mine', limit: newestMine });

export const workflowsQuery = queryOptions({
  queryKey: queryKeys.workflows,
  queryFn: async ({ signal }) =>
    (await readJson<{ workflows: WorkflowSummary[] }>(paths.api.workflows(), signal)).workflows,
});

/** A console in trouble answers 503, with what it is. */
export const healthQuery = queryOptions({
  queryKey: queryKeys.health,
  queryFn: ({ signal }) => readJson<Partial<Health>>(paths.api.ready(), signal, 503),
});
