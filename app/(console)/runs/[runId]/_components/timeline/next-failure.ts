// Where the next failure is: row by row, and in a row visit by visit.
import type { Bar } from '#lib/engine/view/timeline.ts';
import type { TimelineRow } from '#lib/engine/view/timeline-rows.ts';

export type Failure = { row: TimelineRow; bar: Bar };

/** After the place that is looked at, and from the beginning again; undefined when nothing failed. */
export function nextFailure(
  rows: readonly TimelineRow[],
  at: { key: string | null; visit: number | null },
): Failure | undefined {
  const failures = rows
    .filter(({ kind }) => kind === 'node')
    .flatMap((row) => row.bars.filter(({ kind }) => kind === 'failed').map((bar) => ({ row, bar })));
  const place = rows.findIndex(({ key }) => key === at.key);
  const isAfter = ({ row, bar }: Failure) => {
    const index = rows.indexOf(row);
    return index > place || (index === place && bar.visit > (at.visit ?? 0));
  };
  return failures.find(isAfter) ?? failures[0];
}

/** The rows that must be open for this one to be seen. */
export function rowsAround(rows: readonly TimelineRow[], row: TimelineRow): TimelineRow[] {
  const parent = rows.find(({ key }) => key === row.parent);
  return parent ? [...rowsAround(rows, parent), parent] : [];
}
