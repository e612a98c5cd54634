import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneInEachTurn } from './listen.mjs';

test('a request begins at once while nobody else comes', async () => {
  const begun: string[] = [];
  const ask = oneInEachTurn((name: string) => begun.push(name));
  ask('first');
  expect(begun).toEqual(['first']);
  await turn();
  ask('second');
  expect(begun).toEqual(['first', 'second']);
});

test('of many that come at once each has a turn of its own, in their order, so that a new connection waits for one of them at most', async () => {
  const begun: string[] = [];
  const ask = oneInEachTurn((name: string) => begun.push(name));
  for (const name of ['a', 'b', 'c']) ask(name);
  expect(begun).toEqual(['a']);
  await turn();
  expect(begun).toEqual(['a', 'b']);
  ask('d');
  expect(begun).toEqual(['a', 'b']);
  await turn();
  await turn();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});
