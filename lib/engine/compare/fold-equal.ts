// Equal lines far from any difference, folded into their number.
import type { DiffRow } from './line-diff.ts';

export type FoldedRow = (DiffRow & { left: number | null; right: number | null }) | { folded: number; left: number };

const around = 3;

/** Each row with the numbers of its lines. With `isFolded` false nothing is left out. */
export function foldEqual(rows: readonly DiffRow[], isFolded = true): FoldedRow[] {
  let [left, right] = [0, 0];
  const numbered = rows.map((row) => ({
    ...row,
    left: row.before === null ? null : ++left,
    right: row.after === null ? null : ++right,
  }));
  if (!isFolded) return numbered;
  const isNear = (at: number) => rows.slice(Math.max(0, at - around), at + around + 1).some((row) => !row.isSame);
  const shown: FoldedRow[] = [];
  for (const [at, row] of numbered.entries()) {
    const last = shown.at(-1);
    if (isNear(at)) shown.push(row);
    else if (last && 'folded' in last) last.folded += 1;
    else shown.push({ folded: 1, left: row.left ?? 0 });
  }
  return shown;
}
