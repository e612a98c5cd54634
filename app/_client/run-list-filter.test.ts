import { expect, test } from 'vitest';
import { isFiltered, readRunListFilter, runListQuery } from './run-list-filter.ts';

test('an address gives a filter and the filter gives the address back', () => {
  const filter = readRunListFilter({ status: 'waiting', q: ' a b ', workflow: ['release', 'x'] });
  expect(filter).toEqual({ status: 'waiting', q: 'a b', workflow: 'release' });
  expect(runListQuery(filter)).toBe('?status=waiting&workflow=release&q=a+b');
});

test('the archive has an address of its own', () => {
  const filter = readRunListFilter({ archived: '1' });
  expect(filter).toEqual({ archived: true });
  expect(runListQuery(filter)).toBe('?archived=1');
  expect(isFiltered(filter)).toBe(true);
});

test('empty fields of a submitted form and unknown statuses filter nothing', () => {
  const filter = readRunListFilter({ status: 'sleeping', q: '', workflow: ' ' });
  expect(filter).toEqual({});
  expect(runListQuery(filter)).toBe('');
  expect(isFiltered(filter)).toBe(false);
});
