// Every query of the browser and its key, in one file. The server gives the first data; the change stream says when to ask again.
import { queryOptions } from '@tanstack/react-query';
import { paths } from '#lib/paths.ts';
import type { InboxView } from '#lib/runs/gates/list-gates.ts';
import type { Health, InboxGate, RunSummary, WorkflowSummary } from '#lib/runs/views.ts';
import { type RunListFilter, runListQuery } from './run-list-filter.ts';

export type RunList = { runs: RunSummary[]; next: string | null };
export type OpenGate = InboxGate;
export type OpenGates = { gates: OpenGate[]; next: string | null };

export const queryKeys = {
  /** Everything that the change stream makes stale. */
  lists: ['lists'] as const,
  runs: (filter: RunListFilter) => ['lists', 'runs', filter] as const,
  openGates: (cursor: string | undefined, show: InboxView | undefined) =>
    ['lists', 'gates', 'open', cursor, show] as const,
  workflows: ['workflows'] as const,
  health: ['health'] as const,
};

async function readJson<T>(address: string, signal: AbortSignal, alsoFine?: number): Promise<T> {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' }, cache: 'no-store' });
  if (!response.ok && response.status !== alsoFine) throw new Error(`${address} answered ${response.status}`);
  return (await response.json()) as T;
}

export const runsQuery = (filter: RunListFilter) =>
  queryOptions({
    queryKey: queryKeys.runs(filter),
    queryFn: ({ signal }) => readJson<RunList>(paths.api.runs() + runListQuery(filter), signal),
  });

export const openGatesQuery = (cursor?: string, show?: InboxView) =>
  queryOptions({
    queryKey: queryKeys.openGates(cursor, show),
    queryFn: ({ signal }) => {
      const query = { status: 'open', ...(show ? { show } : {}), ...(cursor ? { cursor } : {}) };
      return readJson<OpenGates>(`${paths.api.gates()}?${new URLSearchParams(query)}`, signal);
    },
  });

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
