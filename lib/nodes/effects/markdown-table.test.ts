import { expect, it } from 'vitest';
import { headersOf, markdownTable } from './markdown-table.ts';

it('rows are lists of cells, with the title above', () => {
  expect(markdownTable('Sources', ['ID', 'Type'], [['main', 'git'], ['uploads']])).toBe(
    '**Sources**\n\n| ID | Type |\n| --- | --- |\n| main | git |\n| uploads |  |',
  );
});

it('the headers pick from groups of keys, and name the columns when nobody does', () => {
  const rows = [{ id: 1, ok: true }, { id: 2 }];
  expect(headersOf(rows)).toEqual(['id', 'ok']);
  expect(markdownTable('', headersOf(rows), rows)).toBe('| id | ok |\n| --- | --- |\n| 1 | true |\n| 2 |  |');
});

it('a cell can neither end its column nor its row', () => {
  expect(markdownTable('', ['a'], [['x | y\nz']])).toBe('| a |\n| --- |\n| x \\| y z |');
});
