import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { createAlarm } from './alarm.ts';

const long = 60_000;

test('a ring before the wait is not missed, and many rings wake once', async () => {
  const alarm = createAlarm();
  const { signal } = new AbortController();
  alarm.ring();
  alarm.ring();
  expect(await alarm.wait(signal, long)).toBe('rung');
  expect(await alarm.wait(signal, 1)).toBe('quiet');
});

test('a ring during the wait ends it at once', async () => {
  const alarm = createAlarm();
  const waiting = alarm.wait(new AbortController().signal, long);
  alarm.ring();
  expect(await waiting).toBe('rung');
});

test('an abort ends the wait, also one that came before', async () => {
  const alarm = createAlarm();
  const controller = new AbortController();
  const waiting = alarm.wait(controller.signal, long);
  controller.abort();
  expect(await waiting).toBe('aborted');
  expect(await alarm.wait(controller.signal, long)).toBe('aborted');
});

test('however a wait ends, it leaves nothing behind on the signal', async () => {
  const alarm = createAlarm();
  const { signal } = new AbortController();
  for (let round = 0; round < 3; round++) expect(await alarm.wait(signal, 1)).toBe('quiet');
  const waiting = alarm.wait(signal, long);
  alarm.ring();
  await waiting;
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
