import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { startNodes, whenStatus } from '../testing/scratch-run.ts';
import { openLog, readLog, searchLog } from './read-log.ts';

let engine: ScratchEngine;
beforeEach(async () => {
  engine = await startScratchEngine();
});
afterEach(() => engine.stop());

const place = { node: 'print', visit: 1, attempt: 1, stream: 'stdout' } as const;

test('a log has every line that was printed, also those that events leave out, the last ones first', async () => {
  const script = 'seq 1 60000; echo FATAL: out of luck; echo sorry >&2; exit 3';
  const runId = await startNodes({ print: { type: 'cli', script, on_failure: 'skip' } });
  await whenStatus(runId, 'completed');
  const end = await readLog(house, runId, place, { from: undefined, count: 2 });
  expect(end).toMatchObject({ lines: ['60000', 'FATAL: out of luck'], first: 60_000, total: 60_001 });
  const middle = await readLog(house, runId, place, { from: 31_415, count: 2 });
  expect(middle).toMatchObject({ lines: ['31415', '31416'], first: 31_415 });
  expect(await searchLog(house, runId, place, 'fatal')).toEqual({ matches: [60_001], count: 1 });
  expect(await readLog(house, runId, { ...place, stream: 'stderr' }, { from: undefined, count: 9 })).toMatchObject({
    lines: ['sorry'],
  });
  const { name, opened } = await openLog(house, runId, place);
  expect(name).toBe('print-1-1.stdout.log');
  expect((await text(opened.stream)).split('\n')).toHaveLength(60_002);
});

test('a place where nothing was printed is empty, and a name cannot lead out of the run’s own files', async () => {
  const runId = await startNodes({ print: { type: 'cli', command: ['true'] } });
  await whenStatus(runId, 'completed');
  const nothing = { lines: [], total: 0, size: 0 };
  expect(await readLog(house, runId, place, { from: undefined, count: 5 })).toMatchObject(nothing);
  expect(await readLog(house, runId, { ...place, node: '../../..' }, { from: 1, count: 5 })).toMatchObject(nothing);
  await expect(openLog(house, runId, { ...place, visit: 9 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(readLog(house, 'nobody', place, { from: 1, count: 5 })).rejects.toMatchObject({ code: 'not_found' });
});
