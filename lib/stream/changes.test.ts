import { expect, test } from 'vitest';
import { house } from '../testing/house.ts';
import { changes } from './changes.ts';

test('runs that moved are told once each, gathered, and none is lost while the reader is busy', async () => {
  const controller = new AbortController();
  const stream = changes(house, controller.signal);
  const first = stream.next();
  house.notifier.notify('one');
  expect((await first).value).toEqual({ kind: 'changed', runs: ['one'], workflows: false, trouble: false });
  for (const id of ['two', 'three', 'two']) house.notifier.notify(id);
  expect((await stream.next()).value).toEqual({
    kind: 'changed',
    runs: ['two', 'three'],
    workflows: false,
    trouble: false,
  });
  controller.abort();
  expect((await stream.next()).done).toBe(true);
  expect(house.notifier.listenerCount()).toBe(0);
});

test('a quiet console says so', async () => {
  const stream = changes(house, new AbortController().signal, 1);
  expect((await stream.next()).value).toEqual({ kind: 'quiet' });
  await stream.return(undefined);
  expect(house.notifier.listenerCount()).toBe(0);
});
