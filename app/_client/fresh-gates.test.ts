import { expect, test } from 'vitest';
import { lookAt } from './fresh-gates.ts';

const at = (second: number) => `2026-11-16T12:00:0${second}.000Z`;
const gate = (id: string, second: number, claimed?: number) => ({
  run: 'r',
  id,
  opened_at: at(second),
  ...(claimed === undefined ? {} : { claimed: { person: 'ann', name: 'Ann', at: at(claimed) } }),
});
const ids = (gates: { id: string }[]) => gates.map(({ id }) => id);

test('at the first look nothing is new, afterwards what was not there before, once', () => {
  const first = lookAt(null, [gate('a', 1)], 1);
  expect(first.fresh).toEqual([]);
  const second = lookAt(first.look, [gate('b', 2), gate('a', 1)], 2);
  expect(ids(second.fresh)).toEqual(['b']);
  expect(lookAt(second.look, [gate('b', 2), gate('a', 1)], 2).fresh).toEqual([]);
  expect(lookAt(second.look, [gate('a', 1)], 1).fresh).toEqual([]);
});

test('an old one that moves up into the newest is not new, one that was handed over is', () => {
  const first = lookAt(null, [gate('d', 4), gate('c', 3)], 4);
  const second = lookAt(first.look, [gate('c', 3), gate('b', 2)], 3);
  expect(second.fresh).toEqual([]);
  expect(ids(lookAt(second.look, [gate('c', 3), gate('a', 1, 5)], 3).fresh)).toEqual(['a']);
});

test('where all of them are listed, one that somebody was asked for later is new however old it is', () => {
  const { look } = lookAt(null, [gate('c', 3)], 1);
  expect(ids(lookAt(look, [gate('c', 3), gate('a', 1)], 2).fresh)).toEqual(['a']);
});
