import { expect, test } from 'vitest';
import { csvRows } from './csv-rows.ts';

test('rows end at line ends, fields at commas, and quotes hold both', () => {
  expect(csvRows('a,b\r\n1,"x, ""y""\nz"\n,\n', 10)).toEqual([
    ['a', 'b'],
    ['1', 'x, "y"\nz'],
    ['', ''],
  ]);
});

test('semicolons and tabs separate where there are more of them', () => {
  expect(csvRows('a;b,c;d\n1;2;3', 10)).toEqual([
    ['a', 'b,c', 'd'],
    ['1', '2', '3'],
  ]);
  expect(csvRows('a\tb', 10)).toEqual([['a', 'b']]);
});

test('no more rows than are wanted, and of a text that is cut none that may be half', () => {
  expect(csvRows('a\nb\nc', 2)).toEqual([['a'], ['b']]);
  expect(csvRows('a\nb\nhal', 10, true)).toEqual([['a'], ['b']]);
  expect(csvRows('', 10)).toEqual([]);
});
