import { expect, test } from 'vitest';
import { checkWrongTries, countWrongTry } from './wrong-tries.ts';

const tooMany = expect.objectContaining({ code: 'too_many_requests' });

test('the eleventh wrong try of an address within a minute is refused, another address and the next minute are not', () => {
  for (let i = 0; i < 10; i++) countWrongTry('a', 'one', 1000);
  expect(() => countWrongTry('a', 'one', 60_999)).toThrow(tooMany);
  expect(() => checkWrongTries('a', 'one', 60_999)).toThrow(tooMany);
  expect(() => countWrongTry('a', 'two', 1000)).not.toThrow();
  expect(() => countWrongTry('b', 'one', 1000)).not.toThrow();
  expect(() => countWrongTry('a', 'one', 61_000)).not.toThrow();
});

test('a hundred wrong tries an hour in all are enough, from however many addresses', () => {
  for (let i = 0; i < 100; i++) countWrongTry('c', `address ${i}`, 1000);
  expect(() => countWrongTry('c', 'fresh', 2000)).toThrow(tooMany);
  expect(() => checkWrongTries('c', 'fresh', 2000)).not.toThrow();
  expect(() => countWrongTry('c', 'fresh', 3_601_000)).not.toThrow();
});
