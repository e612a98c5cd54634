import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../store/open-store.ts';
import { bareHouse, house, setHouse } from '../testing/house.ts';
import { openScratchConsole, type ScratchConsole } from '../testing/scratch-console.ts';
import { checkWrongTries, countWrongTry, isTold } from './wrong-tries.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole();
});
afterEach(() => scratch.close());

const tooMany = { code: 'too_many_requests' };

test('the eleventh wrong try of an address within a minute is refused, another address and the next minute are not', async () => {
  for (let i = 0; i < 10; i++) await countWrongTry(house, 'a', 'one', 1000);
  await expect(countWrongTry(house, 'a', 'one', 60_999)).rejects.toMatchObject(tooMany);
  await expect(checkWrongTries(house, 'a', 'one', 60_999)).rejects.toMatchObject(tooMany);
  await countWrongTry(house, 'a', 'two', 1000);
  await countWrongTry(house, 'b', 'one', 1000);
  await countWrongTry(house, 'a', 'one', 61_000);
});

test('a hundred wrong tries an hour in all are enough, from however many addresses', async () => {
  for (let i = 0; i < 100; i++) await countWrongTry(house, 'c', `address ${i}`, 1000);
  await expect(countWrongTry(house, 'c', 'fresh', 2000)).rejects.toMatchObject(tooMany);
  await checkWrongTries(house, 'c', 'fresh', 2000);
  await countWrongTry(house, 'c', 'fresh', 3_601_000);
});

test('what is told of an address is told once a minute, and of all a hundred times an hour, the last of which says so', async () => {
  expect(await isTold(house, 'a', 'one', 1000)).toBe('yes');
  expect(await isTold(house, 'a', 'one', 60_999)).toBe('no');
  expect(await isTold(house, 'b', 'one', 1000)).toBe('yes');
  for (let i = 1; i < 99; i++) await isTold(house, 'a', `address ${i}`, 1000);
  expect(await isTold(house, 'a', 'one', 61_000)).toBe('as the last');
  expect(await isTold(house, 'a', 'two', 61_000)).toBe('no');
  expect(await isTold(house, 'a', 'two', 3_601_000)).toBe('yes');
});

test('tries at the same moment are all counted', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 30 }, () => countWrongTry(house, 'a', 'one', 1000)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('a restart forgives nothing', async () => {
  for (let i = 0; i < 10; i++) await countWrongTry(house, 'a', 'one', 1000);
  const after = await openStore(`file:${scratch.file}`);
  setHouse(bareHouse({}, after));
  try {
    await expect(checkWrongTries(house, 'a', 'one', 2000)).rejects.toMatchObject(tooMany);
    await expect(countWrongTry(house, 'a', 'one', 2000)).rejects.toMatchObject(tooMany);
  } finally {
    await after.close();
  }
});
