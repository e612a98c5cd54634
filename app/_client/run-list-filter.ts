// The filter of the list of runs, as it stands in addresses: of the page and of the API alike.
import { type RunStatus, runStatuses } from '#lib/engine/state.ts';

export type RunListFilter = { status?: RunStatus; workflow?: string; q?: string; archived?: true; cursor?: string };

export function readRunListFilter(params: Record<string, string | string[] | undefined>): RunListFilter {
  const one = (name: string) => {
    const value = params[name];
    return (Array.isArray(value) ? value[0] : value)?.trim() || undefined;
  };
  const status = runStatuses.find((each) => each === one('status'));
  const filter: RunListFilter = {
    status,
    workflow: one('workflow'),
    q: one('q')?.replace(/^#/, ''),
    archived: one('archived') === undefined ? undefined : true,
    cursor: one('cursor'),
  };
  return JSON.parse(JSON.stringify(filter));
}

/** `?status=waiting&q=…`, or nothing when nothing is filtered. */
export function runListQuery(filter: RunListFilter): string {
  const params = new URLSearchParams();
  for (const name of ['status', 'workflow', 'q', 'archived', 'cursor'] as const) {
    const value = filter[name];
    if (value) params.set(name, value === true ? '1' : value);
  }
  return params.size > 0 ? `?${params}` : '';
}

export function isFiltered(filter: RunListFilter): boolean {
  return Boolean(filter.status || filter.workflow || filter.q || filter.archived);
}
