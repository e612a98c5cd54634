import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunEvent } from '../engine/events.ts';
import { createRuns, step } from '../store/contract/samples.ts';
import { setCurrentStore } from '../store/current-store.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { temporaryDatabase } from '../store/temporary-database.ts';
import { listenerCount, notify } from './notifier.ts';
import { runEvents, type StreamItem } from './run-events.ts';

const runId = 'run-1';
let database: ReturnType<typeof temporaryDatabase>;
let store: Store;
let reader: AbortController;

beforeEach(async () => {
  database = temporaryDatabase();
  store = await openStore({ file: database.file });
  setCurrentStore(store);
  await createRuns(store, [runId]);
  reader = new AbortController();
});

afterEach(async () => {
  reader.abort();
  setCurrentStore(null);
  await store.close();
  database.remove();
});

const numbers = (item: StreamItem | undefined) => (item?.kind === 'events' ? item.events.map(({ seq }) => seq) : item);
const ending = (seq: number): RunEvent[] => [
  { seq, at: new Date(0).toISOString(), type: 'run_cancelled', data: { by: 'owner' } },
];

test('what is there comes first, then what arrives, each once and in order', async () => {
  const items = runEvents(runId, 0, reader.signal);
  expect(numbers((await items.next()).value)).toEqual([1]);
  const next = items.next();
  await store.commit(step(runId, 1));
  notify(runId);
  expect(numbers((await next).value)).toEqual([2]);
  await store.commit(step(runId, 2));
  await store.commit(step(runId, 3));
  notify(runId);
  expect(numbers((await items.next()).value)).toEqual([3, 4]);
});

test('a quiet run says so again and again, so that connections are kept', async () => {
  const items = runEvents(runId, 1, reader.signal, 5);
  expect((await items.next()).value).toEqual({ kind: 'quiet' });
  expect((await items.next()).value).toEqual({ kind: 'quiet' });
});

test('the end of the run ends the stream, also for a reader who has seen its last event', async () => {
  await store.commit(step(runId, 1, { events: ending(2) }));
  const kinds = async (after: number) => {
    const seen: string[] = [];
    for await (const item of runEvents(runId, after, reader.signal)) seen.push(item.kind);
    return seen;
  };
  expect(await kinds(0)).toEqual(['events', 'end']);
  expect(await kinds(1)).toEqual(['events', 'end']);
  expect(await kinds(2)).toEqual(['end']);
});

test('a reader who leaves is forgotten by the notifier', async () => {
  const before = listenerCount();
  const items = runEvents(runId, 1, reader.signal);
  const next = items.next();
  reader.abort();
  expect((await next).done).toBe(true);
  expect(listenerCount()).toBe(before);
});
