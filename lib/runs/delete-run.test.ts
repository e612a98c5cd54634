import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runDirectory } from '../clients/files/files.ts';
import { tester } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../testing/scratch-engine.ts';
import { archiveRun, unarchiveRun } from './archive-run.ts';
import { cancelRun } from './cancel-run.ts';
import { deleteRun, unlessDeleted } from './delete-run.ts';
import { readRun } from './read-run.ts';

const writes = `
gatehouse: 1
name: Writes
nodes:
  write: { type: cli, command: [tee, note.md], stdin: hello, artifacts: [note.md] }
`;
const asks = `
gatehouse: 1
name: Asks
nodes:
  ask: { type: gate, kind: approval, message: Go on? }
`;

let engine: ScratchEngine;
beforeEach(async () => {
  engine = await startScratchEngine();
});
afterEach(() => engine.stop());

test('a deleted run is gone with its rows and its files, and its neighbour stays', async () => {
  const [gone, kept] = [await engine.settle(writes), await engine.settle(writes)];
  const directory = (id: string) => runDirectory(engine.dataDirectory, 'writes', id);
  expect(existsSync(join(directory(gone), 'workspace', 'note.md'))).toBe(true);
  await deleteRun(house, { runId: gone, actor: tester });
  await expect(readRun(house, gone)).rejects.toMatchObject({ code: 'not_found' });
  expect(readdirSync(dirname(directory(gone)))).toEqual([kept]);
  expect(await engine.store.listArtifacts(kept)).not.toEqual([]);
  await expect(deleteRun(house, { runId: gone, actor: tester })).rejects.toMatchObject({ code: 'not_found' });
});

test('a run that has not ended is not deleted, and is once it was cancelled', async () => {
  const runId = await engine.settle(asks);
  await expect(deleteRun(house, { runId, actor: tester })).rejects.toMatchObject({
    code: 'run_not_ended',
    message: `Run ${runId} is waiting; cancel it first, then delete it`,
  });
  expect((await readRun(house, runId)).status).toBe('waiting');
  await cancelRun(house, { runId, actor: tester });
  await deleteRun(house, { runId, actor: tester });
  expect(await engine.store.listGates({ run: runId })).toEqual([]);
});

test('a run that is deleted while it stands in the queue leaves the queue', async () => {
  const runId = await engine.settle(asks);
  await cancelRun(house, { runId, actor: tester });
  house.queue.enqueue(runId);
  await deleteRun(house, { runId, actor: tester });
  house.queue.enqueue(runId);
  await untilIdle(runId);
  expect(house.queue.has(runId)).toBe(false);
});

test('a failure of a run that still exists stays a failure', async () => {
  const runId = await engine.settle(asks);
  await expect(unlessDeleted(house, runId, new Error('disk'))).rejects.toThrow('disk');
});

test('deleting never follows a link out of the data directory', async () => {
  const runId = await engine.settle(asks);
  await cancelRun(house, { runId, actor: tester });
  const outside = join(engine.dataDirectory, 'outside');
  mkdirSync(join(outside, runId), { recursive: true });
  writeFileSync(join(outside, runId, 'precious'), 'kept');
  mkdirSync(join(engine.dataDirectory, 'runs'), { recursive: true });
  symlinkSync(outside, join(engine.dataDirectory, 'runs', 'asks'));
  await deleteRun(house, { runId, actor: tester });
  expect(readdirSync(join(outside, runId))).toEqual(['precious']);
});

test('an archived run leaves the list and comes back; a live one cannot be archived', async () => {
  const runId = await engine.settle(asks);
  await expect(archiveRun(house, { runId, actor: tester })).rejects.toMatchObject({ code: 'run_not_ended' });
  await cancelRun(house, { runId, actor: tester });
  const before = await readRun(house, runId);
  expect(await archiveRun(house, { runId, actor: tester })).toEqual({ archived: true });
  expect((await engine.store.listRuns({})).runs).toEqual([]);
  expect(await readRun(house, runId)).toEqual({ ...before, archived: true });
  expect(await unarchiveRun(house, { runId, actor: tester })).toEqual({ archived: false });
  expect((await engine.store.listRuns({})).runs.map(({ id }) => id)).toEqual([runId]);
  await expect(archiveRun(house, { runId: 'none', actor: tester })).rejects.toMatchObject({ code: 'not_found' });
});
