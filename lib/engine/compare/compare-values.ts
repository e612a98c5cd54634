// Two values, and what is different between them. Never a wrong difference: what is too large for it is said to be.
import { isSame } from '../../nodes/parts/is-same.ts';
import { isLargeValue, isLongerThan, type LargeValue } from '../../nodes/parts/large-value.ts';
import { type DiffRow, lineDiff } from './line-diff.ts';
import { printValue } from './print-value.ts';

/** `large` are those on either side that are kept beside the log, and are not the same. */
export type ValueDiff =
  | { kind: 'same' }
  | { kind: 'lines'; rows: DiffRow[]; large: { before: LargeValue[]; after: LargeValue[] } }
  | { kind: 'too_large'; large: { before: LargeValue[]; after: LargeValue[] } };

/** Longer ones are not read on a page. */
const longest = 400_000;

export function compareValues(before: unknown, after: unknown): ValueDiff {
  if (isSame(before, after)) return { kind: 'same' };
  const [left, right] = [largeIn(before), largeIn(after)];
  const isShared = (one: LargeValue, others: LargeValue[]) => others.some(({ $value }) => $value === one.$value);
  const large = {
    before: left.filter((one) => !isShared(one, right)),
    after: right.filter((one) => !isShared(one, left)),
  };
  if (isLargeValue(before) || isLargeValue(after)) return { kind: 'too_large', large };
  if (isLongerThan(before, longest) || isLongerThan(after, longest)) return { kind: 'too_large', large };
  const rows = lineDiff(printValue(before), printValue(after));
  if (!rows) return { kind: 'too_large', large };
  // Different values that are printed alike are shown as they are written.
  if (rows.every((row) => row.isSame)) return { kind: 'lines', rows: written(before, after), large };
  return { kind: 'lines', rows, large };
}

function written(before: unknown, after: unknown): DiffRow[] {
  return [{ before: JSON.stringify(before) ?? null, after: JSON.stringify(after) ?? null, isSame: false }];
}

function largeIn(value: unknown): LargeValue[] {
  if (isLargeValue(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(largeIn);
}
