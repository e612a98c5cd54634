import { expect, test } from 'vitest';
import { lineDiff, looseLineDiff } from './line-diff.ts';

const shown = (before: string, after: string) =>
  looseLineDiff(before.split('\n'), after.split('\n')).map(
    ({ before, after, isSame }) => `${before ?? '–'} ${isSame ? '=' : '|'} ${after ?? '–'}`,
  );

test('equal lines share a row, and what was replaced stands beside what replaced it', () => {
  expect(shown('a\nb\nc\nd', 'a\nx\ny\nd')).toEqual(['a = a', 'b | x', 'c | y', 'd = d']);
});

test('a line that is only on one side stands alone, also at the beginning and at the end', () => {
  expect(shown('a\nb', 'new\na\nb\nlast')).toEqual(['– | new', 'a = a', 'b = b', '– | last']);
  expect(shown('a\nb\nc', 'b')).toEqual(['a | –', 'b = b', 'c | –']);
});

test('the longest common part is kept where lines come twice', () => {
  expect(shown('x\na\nb\nx\nc', 'a\nx\nc\nz')).toEqual(['x | –', 'a = a', 'b | –', 'x = x', 'c = c', '– | z']);
});

test('indentation is no difference, and each side keeps its own', () => {
  expect(shown('  name: A', 'name: A')).toEqual(['  name: A = name: A']);
});

test('where it matters indentation is a difference, and what is too long is not compared at all', () => {
  expect(lineDiff(['  a'], ['a'])).toEqual([{ before: '  a', after: 'a', isSame: false }]);
  const lines = (word: string) => Array.from({ length: 2_500 }, (_, index) => `${word} ${index}`);
  expect(lineDiff(lines('old'), lines('new'))).toBeNull();
  expect(lineDiff([...lines('same'), 'a'], [...lines('same'), 'b'])).toHaveLength(2_501);
});

test('no line is lost or doubled, however large the texts are', () => {
  const before = Array.from({ length: 3_000 }, (_, index) => `old ${index}`);
  const after = Array.from({ length: 2_500 }, (_, index) => `new ${index}`);
  const rows = looseLineDiff(['first', ...before, 'last'], ['first', ...after, 'last']);
  expect(rows.flatMap((row) => row.before ?? [])).toEqual(['first', ...before, 'last']);
  expect(rows.flatMap((row) => row.after ?? [])).toEqual(['first', ...after, 'last']);
  expect(rows.filter(({ isSame }) => isSame)).toHaveLength(2);
});
