import type { BulkRequest } from '#lib/runs/bulk/bulk-act.ts';
import { readRunListFilter, runsAsked } from '../read-filter.ts';

/** All that fit the list, or those that were ticked in it. */
export function chosenRuns({
  runs,
  isAll,
  list,
}: {
  runs: string[];
  isAll: boolean;
  list: string;
}): BulkRequest['which'] {
  const asked = runsAsked(readRunListFilter(Object.fromEntries(new URLSearchParams(list))));
  return isAll ? asked : { runs, archived: asked.archived };
}
