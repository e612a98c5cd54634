'use client';

import { useQuery } from '@tanstack/react-query';
import { type RunList, runsQuery } from '../../_client/queries.ts';
import { isFiltered, type RunListFilter } from '../../_client/run-list-filter.ts';

/** How many runs there are: counted live while all of them are on this page, else as the server counted them. */
export function RunCount({ filter, initial, total }: { filter: RunListFilter; initial: RunList; total: number }) {
  const { data } = useQuery({ ...runsQuery(filter), initialData: initial });
  const isWhole = !filter.cursor && data.next === null;
  const count = isWhole ? data.runs.length : total;
  const words = `${count.toLocaleString('en')} ${count === 1 ? 'run' : 'runs'}`;
  return (
    <p className="ml-auto text-mute text-xs tabular-nums phone:hidden">
      {isFiltered(filter) ? (isWhole ? `${words} found` : `more than ${data.runs.length} found`) : words}
    </p>
  );
}
