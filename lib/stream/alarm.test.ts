import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { createAlarm } from './alarm.ts';

const never = new AbortController().signal;

test('a ring before the wait is not missed, and many rings are one', async () => {
  const alarm = createAlarm();
  alarm.ring();
  alarm.ring();
  expect(await alarm.wait(never, 60_000)).toBe('rung');
  expect(await alarm.wait(never, 1)).toBe('quiet');
});

test('a ring during the wait ends it', async () => {
  const alarm = createAlarm();
  const waiting = alarm.wait(never, 60_000);
  alarm.ring();
  expect(await waiting).toBe('rung');
});

test('an aborted signal ends the wait, before it and during it', async () => {
  const controller = new AbortController();
  const waiting = createAlarm().wait(controller.signal, 60_000);
  controller.abort();
  expect(await waiting).toBe('aborted');
  expect(await createAlarm().wait(controller.signal, 60_000)).toBe('aborted');
});

test('a wait leaves no listener on the signal, however it ended', async () => {
  const { signal } = new AbortController();
  const alarm = createAlarm();
  await alarm.wait(signal, 1);
  await alarm.wait(signal, 1);
  const waiting = alarm.wait(signal, 60_000);
  alarm.ring();
  await waiting;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
