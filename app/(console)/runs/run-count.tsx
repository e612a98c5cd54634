'use client';

import { useQuery } from '@tanstack/react-query';
import { type RunList, runsQuery } from '../../_client/queries.ts';
import { isFiltered, type RunListFilter } from '../../_client/run-list-filter.ts';
import { inputColumns, type RunColumn } from './run-columns.ts';

type Props = { filter: RunListFilter; columns: RunColumn[]; initial: RunList; total: number };

/** How many runs fit: counted live while all of them are on this page, else as the server counted them. */
export function RunCount({ filter, columns, initial, total }: Props) {
  const { data } = useQuery({ ...runsQuery(filter, { inputs: inputColumns(columns) }), initialData: initial });
  const isWhole = !filter.cursor && data.next === null;
  const count = isWhole ? data.runs.length : total;
  const words = `${count.toLocaleString('en')} ${count === 1 ? 'run' : 'runs'}`;
  return (
    <p className="ml-auto text-mute text-xs tabular-nums phone:hidden">
      {isFiltered(filter) ? `${words} found` : words}
    </p>
  );
}
