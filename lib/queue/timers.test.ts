import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimers } from './timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const inMilliseconds = (time: number) => new Date(Date.now() + time).toISOString();

/** Runs and when they want to be looked at; looking at one clears its time. */
function clock(wanted: Record<string, string>) {
  const woken: { runId: string; early: number }[] = [];
  const store = {
    nextWakeAt: async () => Object.values(wanted).sort()[0] ?? null,
    listDueRuns: async (at: string) => Object.keys(wanted).filter((runId) => (wanted[runId] as string) <= at),
  };
  const wake = (runId: string) => {
    woken.push({ runId, early: Math.max(0, Date.parse(wanted[runId] as string) - Date.now()) });
    delete wanted[runId];
  };
  return { timers: createTimers(store, wake), woken };
}

test('each run is woken at its time and not before, whatever the order they were scheduled in', async () => {
  const wanted = { late: inMilliseconds(5000), soon: inMilliseconds(100), never: inMilliseconds(90_000_000) };
  const { timers, woken } = clock(wanted);
  for (const at of Object.values(wanted)) timers.schedule(at);
  await vi.advanceTimersByTimeAsync(99);
  expect(woken).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  expect(woken).toEqual([{ runId: 'soon', early: 0 }]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(woken).toEqual([
    { runId: 'soon', early: 0 },
    { runId: 'late', early: 0 },
  ]);
  timers.stop();
});

test('a time further away than a timer can wait is waited for in parts', async () => {
  const { timers, woken } = clock({ far: inMilliseconds(2 ** 31 + 1000) });
  await timers.look();
  await vi.advanceTimersByTimeAsync(2 ** 31 - 1);
  expect(woken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1100);
  expect(woken).toEqual([{ runId: 'far', early: 0 }]);
  timers.stop();
});

test('what was due before the start is woken at once, and nothing is woken after the stop', async () => {
  const { timers, woken } = clock({ missed: inMilliseconds(-5000), next: inMilliseconds(1000) });
  await timers.look();
  await vi.advanceTimersByTimeAsync(60);
  expect(woken.map(({ runId }) => runId)).toEqual(['missed']);
  timers.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(woken).toHaveLength(1);
});
