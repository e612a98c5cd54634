import { expect, test } from 'vitest';
import { createLock } from './lock.ts';

test('a free lock is held as soon as it is asked for', async () => {
  const lock = createLock();
  expect(lock.isFree()).toBe(true);
  const acquired = lock.acquire();
  expect(lock.isFree()).toBe(false);
  (await acquired)();
  expect(lock.isFree()).toBe(true);
});

test('the lock goes to those who wait in the order in which they came, and is never free in between', async () => {
  const lock = createLock();
  const order: number[] = [];
  const release = await lock.acquire();
  const all = [1, 2, 3].map(async (number) => {
    const releaseMine = await lock.acquire();
    order.push(number);
    releaseMine();
  });
  release();
  expect(lock.isFree()).toBe(false);
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3]);
  expect(lock.isFree()).toBe(true);
});

test('releasing twice does not take the lock from its next holder', async () => {
  const lock = createLock();
  const release = await lock.acquire();
  release();
  await lock.acquire();
  release();
  expect(lock.isFree()).toBe(false);
});
