import { afterEach, expect, test, vi } from 'vitest';
import { messageOf } from '../errors.ts';
import { createQueue } from './queue.ts';

afterEach(() => vi.useRealTimers());

/** Work that goes on until the test lets it end. */
function held() {
  const order: string[] = [];
  const releases: (() => void)[] = [];
  let most = 0;
  let active = 0;
  const work = async (runId: string) => {
    order.push(runId);
    most = Math.max(most, ++active);
    await new Promise<void>((resolve) => releases.push(resolve));
    active -= 1;
  };
  return { work, order, releases, most: () => most };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a run that is asked for is worked on in the next turn of the event loop, so that whoever asked is answered first', async () => {
  const { work, order } = held();
  const queue = createQueue(work, 3);
  queue.enqueue('a');
  await Promise.resolve();
  expect(order).toEqual([]);
  expect(queue.has('a')).toBe(true);
  await nextTurn();
  expect(order).toEqual(['a']);
});

test('runs are worked on in the order they asked, never more at a time than the limit', async () => {
  const { work, order, releases, most } = held();
  const queue = createQueue(work, 3);
  const asked = Array.from({ length: 10 }, (_, index) => `run ${index}`);
  for (const runId of asked) queue.enqueue(runId);
  for (let done = 0; done < asked.length; done++) {
    await vi.waitUntil(() => releases.length > done);
    expect(order.length).toBeLessThanOrEqual(done + 3);
    releases[done]?.();
  }
  await vi.waitUntil(() => queue.size() === 0);
  expect(order).toEqual(asked);
  expect(most()).toBe(3);
});

test('asking many times for a run that waits its turn is asking once', async () => {
  const { work, order, releases } = held();
  const queue = createQueue(work, 1);
  for (const runId of ['a', 'b', 'b', 'b', 'c']) queue.enqueue(runId);
  for (let done = 0; done < 3; done++) {
    await vi.waitUntil(() => releases.length > done);
    releases[done]?.();
  }
  await vi.waitUntil(() => queue.size() === 0);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('asking for a run that is being worked on makes its worker look once more, never two workers at once', async () => {
  const { work, order, releases, most } = held();
  const queue = createQueue(work, 5);
  queue.enqueue('a');
  await nextTurn();
  queue.enqueue('a');
  queue.enqueue('a');
  releases[0]?.();
  await vi.waitUntil(() => releases.length === 2);
  releases[1]?.();
  await vi.waitUntil(() => queue.size() === 0);
  expect(order).toEqual(['a', 'a']);
  expect(most()).toBe(1);
});

test('a worker that sleeps is woken, and a wake-up that came before it slept is not lost', async () => {
  const seen: string[] = [];
  const queue = createQueue(async (runId) => {
    seen.push('before');
    queue.enqueue(runId);
    await queue.asked(runId);
    seen.push('early');
    const later = queue.asked(runId);
    setImmediate(() => queue.enqueue(runId));
    await later;
    seen.push('late');
  }, 1);
  queue.enqueue('a');
  await vi.waitUntil(() => queue.size() === 0);
  expect(seen).toEqual(['before', 'early', 'late']);
});

test('a wake-up while the worker is awake is not swallowed by a sleep that it has left', async () => {
  let looks = 0;
  const queue = createQueue(async (runId) => {
    if (++looks > 1) return;
    await queue.asked(runId, [Promise.resolve()]);
    queue.enqueue(runId);
  }, 1);
  queue.enqueue('a');
  await vi.waitUntil(() => queue.size() === 0);
  expect(looks).toBe(2);
});

test('a run whose work throws is tried again by itself, ever slower, and others go on meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const tries: string[] = [];
  const logged: string[] = [];
  const work = async (runId: string) => {
    tries.push(runId);
    if (runId === 'bad' && tries.filter((one) => one === 'bad').length < 4) throw new Error('no luck');
  };
  const queue = createQueue(work, 1, (what, error) => void logged.push(`${what}: ${messageOf(error)}`));
  queue.enqueue('bad');
  queue.enqueue('good');
  await nextTurn();
  expect(tries).toEqual(['bad', 'good']);
  for (const pause of [1000, 2000, 4000]) {
    const before = tries.length;
    vi.advanceTimersByTime(pause - 1);
    await nextTurn();
    expect(tries).toHaveLength(before);
    vi.advanceTimersByTime(1);
    await nextTurn();
    expect(tries).toHaveLength(before + 1);
  }
  expect(queue.size()).toBe(0);
  expect(logged).toHaveLength(3);
  expect(logged[0]).toContain('run bad could not go on (1): no luck');
});

test('a stopped queue starts nothing more and is over when the last worker has ended', async () => {
  const { work, order, releases } = held();
  const queue = createQueue(work, 1);
  queue.enqueue('a');
  queue.enqueue('b');
  await nextTurn();
  let isOver = false;
  const stopped = queue.stop().then(() => {
    isOver = true;
  });
  queue.enqueue('c');
  await nextTurn();
  expect(isOver).toBe(false);
  releases[0]?.();
  await stopped;
  expect(order).toEqual(['a']);
});
