import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimers } from './timers.ts';

const hour = 3_600_000;

// Passing time moves all clocks; setting one is up to the test.
let wallSetBy = 0;
let slept = 0;
const clock = {
  now: () => Date.now() + slept,
  at: () => new Date(clock.now()).toISOString(),
  date: () => Date.now() + slept + wallSetBy,
  dateAt: () => new Date(clock.date()).toISOString(),
};

beforeEach(() => {
  vi.useFakeTimers();
  [wallSetBy, slept] = [0, 0];
});
afterEach(() => void vi.useRealTimers());

const inMilliseconds = (time: number) => new Date(Date.now() + time).toISOString();

/** Runs and when they want to be looked at; looking at one clears its time. */
function runs(durations: Record<string, string>, dates: Record<string, string> = {}) {
  const woken: { runId: string; early: number }[] = [];
  const due = (wanted: Record<string, string>, at: string) =>
    Object.keys(wanted).filter((runId) => (wanted[runId] as string) <= at);
  const next = (wanted: Record<string, string>, at: string) =>
    Object.values(wanted)
      .sort()
      .find((time) => time > at) ?? null;
  const store = {
    nextWakeUp: async (now: string, date: string) => ({ now: next(durations, now), date: next(dates, date) }),
    listDueRuns: async (now: string, date: string) => [...due(durations, now), ...due(dates, date)],
  };
  const wake = (runId: string) => {
    const time = durations[runId] ?? dates[runId] ?? '';
    const passed = runId in durations ? clock.now() : clock.date();
    woken.push({ runId, early: Math.max(0, Date.parse(time) - passed) });
    delete durations[runId];
    delete dates[runId];
  };
  return { timers: createTimers(store, clock, wake), woken };
}

test('each run is woken at its time and not before, whatever the order they were scheduled in', async () => {
  const wanted = { late: inMilliseconds(5000), soon: inMilliseconds(100), never: inMilliseconds(90_000_000) };
  const { timers, woken } = runs(wanted);
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

test('what was due before the start is woken at once, and nothing is woken after the stop', async () => {
  const { timers, woken } = runs({ missed: inMilliseconds(-5000), next: inMilliseconds(1000) });
  await timers.look();
  expect(woken.map(({ runId }) => runId)).toEqual(['missed']);
  timers.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(woken).toHaveLength(1);
});

test('D1 after a sleep in the middle of a long wait, what came due is woken within half a minute', async () => {
  const { timers, woken } = runs({ far: inMilliseconds(2 * hour) });
  await timers.look();
  await vi.advanceTimersByTimeAsync(1000);
  slept = 3 * hour;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(woken).toEqual([{ runId: 'far', early: 0 }]);
  timers.stop();
});

test('D1 a clock that is set wakes no duration early or late, and every date within half a minute', async () => {
  const { timers, woken } = runs({ short: inMilliseconds(50_000) }, { dated: inMilliseconds(2 * hour) });
  await timers.look();
  await vi.advanceTimersByTimeAsync(1000);
  wallSetBy = 3 * hour;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(woken).toEqual([{ runId: 'dated', early: 0 }]);
  wallSetBy = -hour;
  await vi.advanceTimersByTimeAsync(19_002);
  expect(woken.slice(1)).toEqual([{ runId: 'short', early: 0 }]);
  timers.stop();
});

test('a run that cannot clear its time is woken again with the next look, not over and over', async () => {
  let looks = 0;
  const stubborn = {
    listDueRuns: async () => [`look ${++looks}`],
    nextWakeUp: async () => ({ now: null, date: null }),
  };
  const timers = createTimers(stubborn, clock, () => {});
  await timers.look();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(looks).toBe(11);
  timers.stop();
});
