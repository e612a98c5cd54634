import { expect, test } from 'vitest';
import { isFiltered, runListQuery } from '../../_client/run-list-filter.ts';
import { chosenTime, readRunListFilter } from './read-filter.ts';

test('an address gives a filter and the filter gives the address back', () => {
  const filter = readRunListFilter({ status: 'waiting', q: ' a b ', workflow: ['release', 'x'], 'input.repo': 'web' });
  expect(filter).toEqual({ status: 'waiting', q: 'a b', workflow: 'release', input: { repo: 'web' } });
  expect(runListQuery(filter)).toBe('?status=waiting&workflow=release&q=a+b&input.repo=web');
});

test('the archive has an address of its own', () => {
  const filter = readRunListFilter({ archived: '1' });
  expect(filter).toEqual({ archived: true });
  expect(runListQuery(filter)).toBe('?archived=1');
  expect(isFiltered(filter)).toBe(true);
});

test('empty fields of a submitted form, unknown statuses and what says no time filter nothing', () => {
  const filter = readRunListFilter({ status: 'sleeping', q: '', workflow: ' ', since: 'soon', input_name: 'repo' });
  expect(filter).toEqual({});
  expect(runListQuery(filter)).toBe('');
  expect(isFiltered(filter)).toBe(false);
});

test('what the form says of times becomes times, and is chosen again in the form', () => {
  const week = readRunListFilter({ when: '7d', since: '2026-01-01' });
  expect(week).toEqual({ since: '7d' });
  expect(chosenTime(week, {})).toBe('7d');
  const dates = readRunListFilter({ when: 'dates', since: '2026-01-01', until: '' });
  expect(dates).toEqual({ since: '2026-01-01' });
  expect(chosenTime(dates, {})).toBe('dates');
  expect(chosenTime(readRunListFilter({ when: '' }), { when: '' })).toBe('');
});

test('an input that was added in the form joins those that the address has', () => {
  const given = { 'input.repo': 'web', input_name: 'env', input_value: 'prod' };
  expect(readRunListFilter(given)).toEqual({ input: { repo: 'web', env: 'prod' } });
});
