import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunEvent } from '../engine/events.ts';
import type { Store } from '../store/contract/store.ts';
import { openStore } from '../store/open-store.ts';
import { bareHouse, house, setHouse } from '../testing/house.ts';
import { at, createRuns, step, warnings } from '../testing/store/samples.ts';
import { temporaryDatabase } from '../testing/temporary-database.ts';
import { runEvents, type StreamItem } from './run-events.ts';

const database = temporaryDatabase();
let store: Store;

beforeAll(async () => {
  store = await openStore(`file:${database.file}`);
  setHouse(bareHouse({}, store));
});

afterAll(async () => {
  await store.close();
  database.remove();
});

const ending = (seq: number): RunEvent => ({
  seq,
  at: at(seq),
  type: 'run_completed',
  data: { outcome: 'success', message: null },
});

async function append(runId: string, after: number, events = warnings(after, 1)): Promise<void> {
  expect(await store.commit(step(runId, after, { events }))).toEqual({ ok: true });
  house.notifier.notify(runId);
}

/** A run with one event. */
async function newRun(runId: string): Promise<void> {
  await createRuns(store, [runId]);
}

async function collect(runId: string, after: number): Promise<StreamItem[]> {
  const items: StreamItem[] = [];
  for await (const item of runEvents(house, runId, after, new AbortController().signal)) items.push(item);
  return items;
}

const numbers = (items: StreamItem[]) =>
  items.flatMap((item) => (item.kind === 'events' ? item.events.map(({ seq }) => seq) : []));

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('no gap and no repeat over reconnects while a writer appends', async () => {
  await newRun('busy');
  const last = 400;
  const writing = (async () => {
    let seq = 1;
    for (let size = 1; seq < last - 1; size = (size % 7) + 1) {
      const count = Math.min(size, last - 1 - seq);
      await append('busy', seq, warnings(seq, count));
      seq += count;
    }
    await append('busy', seq, [ending(last)]);
  })();
  const seen: number[] = [];
  let connections = 0;
  let hasEnded = false;
  while (!hasEnded) {
    connections++;
    const controller = new AbortController();
    let items = 0;
    for await (const item of runEvents(house, 'busy', seen.at(-1) ?? 0, controller.signal)) {
      seen.push(...numbers([item]));
      hasEnded = item.kind === 'end';
      if (++items === 3) controller.abort();
    }
  }
  await writing;
  expect(seen).toEqual(upTo(last));
  expect(connections).toBeGreaterThan(1);
  expect(house.notifier.listenerCount()).toBe(0);
});

test('what is there comes first, then what arrives, each once', async () => {
  await newRun('live');
  const stream = runEvents(house, 'live', 0, new AbortController().signal);
  const read = async () => numbers([(await stream.next()).value as StreamItem]);
  expect(await read()).toEqual([1]);
  const next = read();
  await append('live', 1);
  expect(await next).toEqual([2]);
  await append('live', 2);
  await append('live', 3);
  expect(await read()).toEqual([3, 4]);
  await stream.return(undefined);
});

test('a long run comes in pages, whole and in order, and ends', async () => {
  await newRun('long');
  await append('long', 1, warnings(1, 1199));
  await append('long', 1200, [ending(1201)]);
  const items = await collect('long', 0);
  expect(numbers(items)).toEqual(upTo(1201));
  expect(items.at(-1)).toEqual({ kind: 'end' });
  expect(numbers(await collect('long', 1190))).toEqual(upTo(1201).slice(1190));
});

test('a reader who has already seen everything is told that it was the end', async () => {
  await newRun('over');
  await append('over', 1, [ending(2)]);
  expect(await collect('over', 2)).toEqual([{ kind: 'end' }]);
  expect(await collect('over', 99)).toEqual([{ kind: 'end' }]);
});

test('a quiet stream says so again and again, so that it is known to be alive', async () => {
  await newRun('quiet');
  const controller = new AbortController();
  const stream = runEvents(house, 'quiet', 1, controller.signal, 1);
  for (let round = 0; round < 3; round++) expect((await stream.next()).value).toEqual({ kind: 'quiet' });
  controller.abort();
  expect((await stream.next()).done).toBe(true);
});

test('a lost wake-up costs latency, never an event', async () => {
  await newRun('deaf');
  const stream = runEvents(house, 'deaf', 1, new AbortController().signal, 1);
  expect((await stream.next()).value).toEqual({ kind: 'quiet' });
  await store.commit(step('deaf', 1));
  let item = (await stream.next()).value;
  while (item?.kind === 'quiet') item = (await stream.next()).value;
  expect(numbers([item as StreamItem])).toEqual([2]);
  await stream.return(undefined);
});

test('a reader who closes frees its listener, whether it was reading or waiting', async () => {
  await newRun('closed');
  const before = house.notifier.listenerCount();
  const reading = runEvents(house, 'closed', 0, new AbortController().signal);
  await reading.next();
  expect(house.notifier.listenerCount()).toBe(before + 1);
  await reading.return(undefined);
  expect(house.notifier.listenerCount()).toBe(before);

  const controller = new AbortController();
  const waiting = runEvents(house, 'closed', 1, controller.signal);
  const next = waiting.next();
  controller.abort();
  expect((await next).done).toBe(true);
  expect(house.notifier.listenerCount()).toBe(before);
});

test('an abort before the first read ends the stream with nothing', async () => {
  const stream = runEvents(house, 'closed', 0, AbortSignal.abort());
  expect((await stream.next()).done).toBe(true);
  expect(house.notifier.listenerCount()).toBe(0);
});

test('an old end is not the last event: a run that was taken back goes on after it', async () => {
  await newRun('back');
  const pageSize = 500;
  const restarted: RunEvent = {
    seq: pageSize + 1,
    at: at(pageSize + 1),
    type: 'run_restarted',
    data: { by: 'owner', via: 'test', node: 'a', active: [] },
  };
  await append('back', 1, [...warnings(1, pageSize - 2), ending(pageSize), restarted]);
  await append('back', pageSize + 1, [ending(pageSize + 2)]);
  const items = await collect('back', 0);
  expect(numbers(items)).toEqual(upTo(pageSize + 2));
  expect(items.at(-1)).toEqual({ kind: 'end' });
  expect((await collect('back', pageSize)).map(({ kind }) => kind)).toEqual(['events', 'end']);
});
