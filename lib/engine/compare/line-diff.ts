// Two texts line by line, side by side. Pure: what is equal stands in one row, what was replaced stands beside what replaced
// it.
export type DiffRow = { before: string | null; after: string | null; isSame: boolean };

/** The table of common lines grows with the product of both lengths; beyond this nothing is compared. */
const mostCells = 4_000_000;

type IsEqual = (a: string | undefined, b: string | undefined) => boolean;

/** Indentation is no difference: the same words stand deeper in one format than in another. */
const saysTheSame: IsEqual = (a, b) => a?.trim() === b?.trim();

/** For texts in two formats. What is too long to be compared counts as replaced. */
export function looseLineDiff(before: string[], after: string[]): DiffRow[] {
  return diff(before, after, saysTheSame, replaced) ?? [];
}

/** Null when they are too long to be compared. */
export function lineDiff(before: string[], after: string[]): DiffRow[] | null {
  return diff(before, after, (a, b) => a === b);
}

type Instead = (before: string[], after: string[]) => DiffRow[] | null;

function diff(before: string[], after: string[], isEqual: IsEqual, instead: Instead = () => null): DiffRow[] | null {
  let start = 0;
  while (start < before.length && start < after.length && isEqual(before[start], after[start])) start += 1;
  let end = 0;
  const rest = Math.min(before.length, after.length) - start;
  while (end < rest && isEqual(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const same = (from: number, to: number) =>
    before.slice(from, to).map((line, index) => ({
      before: line,
      after: after[from + (from === 0 ? 0 : after.length - before.length) + index] ?? '',
      isSame: true,
    }));
  const [from, to] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const changed = from.length * to.length > mostCells ? instead(from, to) : middle(from, to, isEqual);
  if (!changed) return null;
  return [...same(0, start), ...changed, ...(end > 0 ? same(before.length - end, before.length) : [])];
}

function middle(before: string[], after: string[], isEqual: IsEqual): DiffRow[] {
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      common[row * width + column] = isEqual(before[row], after[column])
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const rows: DiffRow[] = [];
  let [row, column, fromRow, fromColumn] = [0, 0, 0, 0];
  while (row < before.length && column < after.length) {
    if (isEqual(before[row], after[column])) {
      rows.push(...replaced(before.slice(fromRow, row), after.slice(fromColumn, column)));
      rows.push({ before: before[row] ?? '', after: after[column] ?? '', isSame: true });
      row += 1;
      column += 1;
      [fromRow, fromColumn] = [row, column];
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return [...rows, ...replaced(before.slice(fromRow), after.slice(fromColumn))];
}

function replaced(before: string[], after: string[]): DiffRow[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    before: before[index] ?? null,
    after: after[index] ?? null,
    isSame: false,
  }));
}
