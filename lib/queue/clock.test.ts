import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

const hour = 3_600_000;

/** A machine whose clock can be set and that can be put to sleep. */
function machine() {
  let [wall, awake, boot] = [Date.parse('2026-03-29T00:30:00Z'), 5000, 90_000];
  const pass = (time: number) => {
    wall += time;
    awake += time;
    boot += time;
  };
  return {
    clock: createClock({ wall: () => wall, awake: () => awake, sinceBoot: () => Math.floor(boot / 10) * 10 }),
    pass,
    set(by: number) {
      wall += by;
    },
    sleep(time: number) {
      wall += time;
      boot += time;
    },
  };
}

test('D1 a clock that is set, either way, moves no duration and every date', () => {
  for (const step of [3 * hour, -hour]) {
    const { clock, pass, set } = machine();
    const [before, date] = [clock.now(), clock.date()];
    pass(500);
    set(step);
    pass(1500);
    expect(clock.now() - before).toBe(2000);
    expect(clock.date() - date).toBe(2000 + step);
  }
});

test('D1 time that the machine slept counts, within a second of its waking', () => {
  const { clock, pass, sleep } = machine();
  const before = clock.now();
  pass(10_000);
  sleep(8 * hour);
  pass(1000);
  expect(clock.now() - before).toBeGreaterThanOrEqual(8 * hour + 11_000 - 20);
  expect(clock.now() - before).toBeLessThanOrEqual(8 * hour + 11_000);
  pass(60_000);
  sleep(hour);
  pass(1000);
  expect(clock.now() - before).toBeGreaterThanOrEqual(9 * hour + 72_000 - 20);
  expect(clock.now() - before).toBeLessThanOrEqual(9 * hour + 72_000);
});

test('the coarseness of the boot clock moves nothing', () => {
  const { clock, pass } = machine();
  const before = clock.now();
  for (let looks = 1; looks <= 100; looks++) {
    pass(1003);
    expect(clock.now() - before).toBe(looks * 1003);
  }
});

test('on this machine both clocks run, and neither runs back', async () => {
  const clock = createClock();
  const [now, date] = [clock.now(), clock.date()];
  expect(Math.abs(now - date)).toBeLessThan(1000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(clock.now()).toBeGreaterThanOrEqual(now);
});

test('both clocks are written down to the millisecond, also where the second changes', () => {
  const { clock, pass, set } = machine();
  const written = (time: number) => new Date(time).toISOString();
  for (const time of [0, 7, 992, 1, 59_000, 24 * hour, 30]) {
    pass(time);
    expect([clock.at(), clock.dateAt()]).toEqual([written(clock.now()), written(clock.date())]);
  }
  set(-90 * 24 * hour);
  expect(clock.dateAt()).toBe(written(clock.date()));
});
