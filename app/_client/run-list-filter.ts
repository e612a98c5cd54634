// The filter of the list of runs, as it stands in addresses: of the page and of the API alike.
import type { RunStatus } from '#lib/engine/state.ts';

export type RunListFilter = {
  status?: RunStatus;
  workflow?: string;
  q?: string;
  /** Who started it. */
  by?: string;
  /** A time, a date, how long ago, or `today`. */
  since?: string;
  until?: string;
  ended_since?: string;
  /** Only those with an open question. */
  asks?: true;
  /** By name: what these inputs are. */
  input?: Record<string, string>;
  archived?: true;
  cursor?: string;
  /** Which columns the list has; without them those that the browser remembers. */
  columns?: string[];
};

const mostColumns = 12;

export const readColumns = (given: string) => given.split(',').filter(Boolean).slice(0, mostColumns);

const fields = [
  ...(['status', 'workflow', 'q', 'by', 'since', 'until', 'ended_since'] as const),
  ...(['asks', 'archived', 'cursor'] as const),
] as const;

function runListParams(filter: RunListFilter): [string, string][] {
  const inputs = Object.entries(filter.input ?? {}).map(([name, value]): [string, string] => [`input.${name}`, value]);
  const others = fields.flatMap((name): [string, string][] => {
    const value = filter[name];
    return value ? [[name, value === true ? '1' : value]] : [];
  });
  return [...others, ...inputs, ...(filter.columns ? [['columns', filter.columns.join()] as [string, string]] : [])];
}

/** `?status=waiting&q=…`, or nothing when nothing is filtered. */
export function runListQuery(filter: RunListFilter, more: { limit?: number; inputs?: string[] } = {}): string {
  const params = new URLSearchParams(runListParams(filter));
  if (more.limit !== undefined) params.set('limit', String(more.limit));
  if (more.inputs?.length) params.set('inputs', more.inputs.join());
  return params.size > 0 ? `?${params}` : '';
}

/** The list itself, wherever one is in it: for addresses that come back to it. */
export function listOf({ cursor: _, ...filter }: RunListFilter): string {
  return runListQuery(filter).slice(1);
}

export function isFiltered({ columns: _, ...filter }: RunListFilter): boolean {
  return listOf(filter) !== '';
}
