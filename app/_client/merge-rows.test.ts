import { expect, test } from 'vitest';
import { mergeRows } from './merge-rows.ts';

const shown = [
  { id: 'b', status: 'running' },
  { id: 'a', status: 'waiting' },
];
const latest = [
  { id: 'd', status: 'queued' },
  { id: 'c', status: 'running' },
  { id: 'b', status: 'completed' },
];

test('while the list is held, rows keep their place, values move, and new rows are only counted', () => {
  const merged = mergeRows(shown, latest);
  expect(merged.rows).toEqual([
    { id: 'b', status: 'completed' },
    { id: 'a', status: 'waiting' },
  ]);
  expect(merged.fresh).toBe(2);
  expect([...merged.gone]).toEqual(['a']);
});

test('a list that is not held shows what the server said last', () => {
  expect(mergeRows(null, latest)).toEqual({ rows: latest, gone: new Set(), fresh: 0 });
});
