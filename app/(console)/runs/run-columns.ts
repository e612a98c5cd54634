// The columns of the list of runs. Status and name are always there; these can be chosen. The last ones, and inputs, are
// beside the name where there is room for all of them, and in a line under it where there is not.
export const columnLabels = {
  now: 'Now',
  progress: 'Progress',
  waiting: 'Waiting on',
  duration: 'Duration',
  started: 'Started',
  by: 'Started by',
  ended: 'Ended',
  version: 'Version',
  cost: 'Cost',
} as const;

type KnownColumn = keyof typeof columnLabels;
export type RunColumn = KnownColumn | `input.${string}`;

export const usualColumns: RunColumn[] = ['now', 'progress', 'waiting', 'duration', 'started'];
const own = new Set<RunColumn>(usualColumns);

const isInput = (column: string): column is `input.${string}` => /^input\../.test(column);
const isKnown = (column: string): column is KnownColumn => Object.hasOwn(columnLabels, column);

/** Of those that were named, the ones there are, in the order of the list; null is the usual ones. */
export function runColumns(named: string[] | null): RunColumn[] {
  if (named === null) return usualColumns;
  const known = (Object.keys(columnLabels) as KnownColumn[]).filter((column) => named.includes(column));
  return [...known, ...new Set(named.filter(isInput))];
}

export const columnLabel = (column: RunColumn) =>
  isKnown(column) ? columnLabels[column] : column.slice('input.'.length);

export const inputColumns = (columns: readonly RunColumn[]) =>
  columns.filter(isInput).map((name) => name.slice('input.'.length));

/** Those with a cell of the same kind each. */
export const moreColumns = (columns: readonly RunColumn[]) => columns.filter((column) => !own.has(column));

/** In rem: what the columns before them take, the name included. */
const widths: Partial<Record<RunColumn, number>> = { now: 12, progress: 7.5, duration: 5.5, started: 7.5 };
const always = 29;
const each = 7.5;

const folds: [rem: number, cell: string, line: string][] = [
  [44, '@max-[44rem]:hidden phone:hidden', 'hidden @max-[44rem]:block phone:block'],
  [48, '@max-[48rem]:hidden phone:hidden', 'hidden @max-[48rem]:block phone:block'],
  [52, '@max-[52rem]:hidden phone:hidden', 'hidden @max-[52rem]:block phone:block'],
  [56, '@max-[56rem]:hidden phone:hidden', 'hidden @max-[56rem]:block phone:block'],
  [60, '@max-[60rem]:hidden phone:hidden', 'hidden @max-[60rem]:block phone:block'],
  [64, '@max-[64rem]:hidden phone:hidden', 'hidden @max-[64rem]:block phone:block'],
  [68, '@max-[68rem]:hidden phone:hidden', 'hidden @max-[68rem]:block phone:block'],
  [72, '@max-[72rem]:hidden phone:hidden', 'hidden @max-[72rem]:block phone:block'],
  [76, '@max-[76rem]:hidden phone:hidden', 'hidden @max-[76rem]:block phone:block'],
  [80, '@max-[80rem]:hidden phone:hidden', 'hidden @max-[80rem]:block phone:block'],
  [84, '@max-[84rem]:hidden phone:hidden', 'hidden @max-[84rem]:block phone:block'],
  [88, '@max-[88rem]:hidden phone:hidden', 'hidden @max-[88rem]:block phone:block'],
  [92, '@max-[92rem]:hidden phone:hidden', 'hidden @max-[92rem]:block phone:block'],
  [96, '@max-[96rem]:hidden phone:hidden', 'hidden @max-[96rem]:block phone:block'],
  [108, '@max-[108rem]:hidden phone:hidden', 'hidden @max-[108rem]:block phone:block'],
  [120, '@max-[120rem]:hidden phone:hidden', 'hidden @max-[120rem]:block phone:block'],
];

/** The classes of a cell that is only there with room enough, and of the line that is there without. */
export function foldOf(columns: readonly RunColumn[]): { cell: string; line: string } {
  const taken = columns.reduce((sum, column) => sum + (widths[column] ?? 0), always);
  const needed = taken + moreColumns(columns).length * each;
  const [, cell = 'hidden', line = 'block'] = folds.find(([rem]) => rem >= needed) ?? [];
  return { cell, line };
}
