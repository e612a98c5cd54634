import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { house } from '../../testing/house.ts';
import { openScratchConsole, type ScratchConsole } from '../../testing/scratch-console.ts';
import { createRuns } from '../../testing/store/samples.ts';
import { applyRetention } from './retention.ts';

const now = Date.parse('2026-06-30T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * 24 * 60 * 60 * 1000).toISOString();

let scratch: ScratchConsole;
afterEach(() => scratch.close());

/** Runs that ended so many days ago, each with a directory. */
async function openWith(env: Record<string, string>, days: number[]) {
  scratch = await openScratchConsole(env);
  for (const day of days) {
    await createRuns(scratch.store, [`d${day}`], {
      status: 'completed',
      endedAt: daysAgo(day),
      createdAt: daysAgo(99),
    });
    mkdirSync(join(scratch.dataDirectory, 'runs', 'release', `d${day}`, 'workspace'), { recursive: true });
  }
}

async function kept(): Promise<string[]> {
  const rows = [await scratch.store.listRuns({}), await scratch.store.listRuns({ archived: true })];
  return rows.flatMap(({ runs }) => runs.map(({ id }) => id)).sort();
}

test('without settings every run is kept', async () => {
  await openWith({}, [1, 400]);
  expect(await applyRetention(house, { now })).toBe(0);
  expect(await kept()).toEqual(['d1', 'd400']);
});

test('a run goes with its files when it ended more days ago than are kept', async () => {
  await openWith({ GATEHOUSE_KEEP_DAYS: '7' }, [6, 7, 8, 30]);
  expect(await applyRetention(house, { now })).toBe(2);
  expect(await kept()).toEqual(['d6', 'd7']);
  expect(readdirSync(join(scratch.dataDirectory, 'runs', 'release')).sort()).toEqual(['d6', 'd7']);
});

test('of more ended runs than are kept the ones that ended first go', async () => {
  await openWith({ GATEHOUSE_KEEP_RUNS: '2' }, [3, 1, 4, 2]);
  expect(await applyRetention(house, { now })).toBe(2);
  expect(await kept()).toEqual(['d1', 'd2']);
});

test('whichever of both rules takes more is the one that holds', async () => {
  await openWith({ GATEHOUSE_KEEP_DAYS: '2', GATEHOUSE_KEEP_RUNS: '4' }, [1, 3, 4, 5, 6]);
  expect(await applyRetention(house, { now })).toBe(4);
  expect(await kept()).toEqual(['d1']);
});

test('live and archived runs are neither taken nor counted', async () => {
  await openWith({ GATEHOUSE_KEEP_DAYS: '7', GATEHOUSE_KEEP_RUNS: '1' }, [1, 2]);
  await createRuns(scratch.store, ['archived'], { status: 'completed', endedAt: daysAgo(90), archived: true });
  for (const status of ['queued', 'running', 'waiting', 'paused'] as const) {
    await createRuns(scratch.store, [status], { status, createdAt: daysAgo(90) });
  }
  expect(await applyRetention(house, { now })).toBe(1);
  expect(await kept()).toEqual(['archived', 'd1', 'paused', 'queued', 'running', 'waiting']);
});

test('more runs than fit into one look go too, and others get their turn meanwhile', async () => {
  await openWith({ GATEHOUSE_KEEP_RUNS: '5' }, []);
  const ids = Array.from({ length: 305 }, (_, index) => `r${String(index).padStart(3, '0')}`);
  await createRuns(scratch.store, ids, { status: 'failed', endedAt: daysAgo(1) });
  let turns = 0;
  let pending = setImmediate(function count() {
    turns += 1;
    pending = setImmediate(count);
  });
  expect(await applyRetention(house, { now })).toBe(300);
  clearImmediate(pending);
  expect(turns).toBeGreaterThanOrEqual(300);
  expect(await kept()).toEqual(ids.slice(-5));
});

test('it stops between two runs when it is told to', async () => {
  await openWith({ GATEHOUSE_KEEP_RUNS: '1' }, [1, 2, 3]);
  expect(await applyRetention(house, { now, signal: AbortSignal.abort() })).toBe(0);
  expect(await kept()).toHaveLength(3);
});
