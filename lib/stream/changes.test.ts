import { expect, test } from 'vitest';
import { changes } from './changes.ts';
import { listenerCount, notify } from './notifier.ts';

test('runs that moved are told once each, gathered, and none is lost while the reader is busy', async () => {
  const controller = new AbortController();
  const stream = changes(controller.signal);
  const first = stream.next();
  notify('one');
  expect((await first).value).toEqual({ kind: 'changed', runs: ['one'], workflows: false });
  for (const id of ['two', 'three', 'two']) notify(id);
  expect((await stream.next()).value).toEqual({ kind: 'changed', runs: ['two', 'three'], workflows: false });
  controller.abort();
  expect((await stream.next()).done).toBe(true);
  expect(listenerCount()).toBe(0);
});

test('a quiet console says so', async () => {
  const stream = changes(new AbortController().signal, 1);
  expect((await stream.next()).value).toEqual({ kind: 'quiet' });
  await stream.return(undefined);
  expect(listenerCount()).toBe(0);
});
