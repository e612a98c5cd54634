import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first call is made at once and the last one of a burst is never lost', () => {
  const made: number[] = [];
  const { call } = throttle(() => made.push(Date.now()), 500);
  const start = Date.now();
  for (let burst = 0; burst < 20; burst++) {
    call();
    vi.advanceTimersByTime(40);
  }
  vi.advanceTimersByTime(5000);
  expect(made.map((at) => at - start)).toEqual([0, 500, 1000]);
});

test('after cancel nothing is called any more', () => {
  let made = 0;
  const { call, cancel } = throttle(() => made++, 500);
  call();
  call();
  cancel();
  vi.advanceTimersByTime(5000);
  expect(made).toBe(1);
});
