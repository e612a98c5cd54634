import { expect, test } from 'vitest';
import { columnLabel, foldOf, inputColumns, moreColumns, runColumns, usualColumns } from './run-columns.ts';

test('columns that there are come in the order of the list, inputs last, and unknown ones not at all', () => {
  expect(runColumns(['input.repo', 'cost', 'now', 'nonsense', 'input.repo', 'input.'])).toEqual([
    'now',
    'cost',
    'input.repo',
  ]);
  expect(runColumns(null)).toEqual(usualColumns);
  expect(runColumns([])).toEqual([]);
});

test('an input is a column by its name', () => {
  expect(columnLabel('input.repo')).toBe('repo');
  expect(inputColumns(['now', 'input.repo', 'input.env'])).toEqual(['repo', 'env']);
  expect(moreColumns(['now', 'cost', 'input.repo'])).toEqual(['cost', 'input.repo']);
});

test('U14 the more columns there are, the wider the list must be before they leave the line under the name', () => {
  const widthOf = (columns: Parameters<typeof foldOf>[0]) => Number(/\[(\d+)rem\]/.exec(foldOf(columns).cell)?.[1]);
  expect(widthOf(['cost'])).toBeLessThan(widthOf(['now', 'progress', 'cost']));
  expect(widthOf(['cost'])).toBeLessThan(widthOf(['cost', 'input.a', 'input.b', 'input.c']));
  const many = Array.from({ length: 12 }, (_, index) => `input.${index}` as const);
  expect(foldOf([...usualColumns, ...many])).toEqual({ cell: 'hidden', line: 'block' });
});
