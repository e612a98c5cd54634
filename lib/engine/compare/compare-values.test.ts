import { expect, test } from 'vitest';
import type { LargeValue } from '../../nodes/parts/large-value.ts';
import { compareValues } from './compare-values.ts';
import { foldEqual } from './fold-equal.ts';

const handle = (digit: string): LargeValue => ({
  $value: digit.repeat(64),
  bytes: 3_000_000,
  kind: 'text',
  length: 3_000_000,
  preview: 'abc',
});
const changed = (before: unknown, after: unknown) => {
  const diff = compareValues(before, after);
  if (diff.kind !== 'lines') return diff.kind;
  return diff.rows.filter(({ isSame }) => !isSame).map((row) => [row.before, row.after]);
};

test('values are compared by what they are: the order of fields is nothing, that of items is something', () => {
  expect(compareValues({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toEqual({ kind: 'same' });
  expect(changed({ a: 1, b: { c: 'x' } }, { b: { c: 'y' }, a: 1 })).toEqual([['  c: "x"', '  c: "y"']]);
  expect(changed([1, 2], [2])).toEqual([['- 1', null]]);
  expect(changed(1, '1')).toEqual([['1', '"1"']]);
  expect(changed(undefined, { a: 1 })).toEqual([[null, 'a: 1']]);
});

test('a text of several lines is compared line by line, also inside of a value', () => {
  expect(changed('a\nb\nc', 'a\nx\nc')).toEqual([['b', 'x']]);
  expect(changed({ out: 'a\nb\n', code: 0 }, { out: 'a\nx\n', code: 0 })).toEqual([['  b', '  x']]);
  expect(changed({ a: { out: 'a\nb' } }, { a: { out: 'c' } })).toEqual([
    ['  out: |', '  out: "c"'],
    ['    a', null],
    ['    b', null],
  ]);
});

test('what looks alike and is not is never called the same', () => {
  expect(changed({ a: '|\n  x' }, { a: '|\n  x', b: undefined })).not.toBe('same');
  expect(changed('a: 1\nb: 2', { a: 1, b: 2 })).toEqual([['"a: 1\\nb: 2"', '{"a":1,"b":2}']]);
});

test('a value beside the log is the same as one with its hash, and else too large to compare, with both to be had', () => {
  expect(compareValues({ a: handle('a') }, { a: handle('a') })).toEqual({ kind: 'same' });
  expect(compareValues(handle('a'), handle('b'))).toEqual({
    kind: 'too_large',
    large: { before: [handle('a')], after: [handle('b')] },
  });
  const within = compareValues({ a: handle('a'), b: handle('c'), n: 1 }, { a: handle('b'), b: handle('c'), n: 2 });
  expect(within).toMatchObject({ kind: 'lines', large: { before: [handle('a')], after: [handle('b')] } });
  expect(changed({ a: handle('a'), n: 1 }, { a: handle('b'), n: 1 })).toEqual([
    [expect.stringContaining('too large to compare here, aaaa'), expect.stringContaining('here, bbbb')],
  ]);
});

test('more than can be compared is too large, never a guess', () => {
  const lines = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word} ${index}`).join('\n');
  expect(compareValues(lines('a'), lines('b')).kind).toBe('too_large');
  expect(compareValues('x'.repeat(500_000), 'y').kind).toBe('too_large');
});

test('equal lines far from a difference are folded into their number', () => {
  const lines = (at: string) => ['1', '2', '3', '4', '5', '6', at, '8'].join('\n');
  const diff = compareValues(lines('7'), lines('x'));
  const rows = diff.kind === 'lines' ? foldEqual(diff.rows) : [];
  expect(rows.map((row) => ('folded' in row ? row.folded : row.left))).toEqual([3, 4, 5, 6, 7, 8]);
});
