import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calledRunId } from '../../engine/called-run.ts';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../../testing/scratch-engine.ts';
import { sourceOf, startNodes, whenAsked } from '../../testing/scratch-run.ts';
import { cancelRun } from '../cancel-run.ts';
import { deleteRun } from '../delete-run.ts';
import { listRuns } from '../list-runs.ts';
import { forkRun } from '../rewind/fork-run.ts';
import { runAgain } from '../run-again.ts';

let engine: ScratchEngine;
let workflows: string;

beforeEach(async () => {
  workflows = await mkdtemp(join(tmpdir(), 'gatehouse-workflows-'));
  engine = await startScratchEngine({ GATEHOUSE_WORKFLOWS: workflows });
});

afterEach(async () => {
  await engine.stop();
  await rm(workflows, { recursive: true });
});

const actor = tester;
const parentIn = async (id: string) => (await listRuns(house, {}, tester)).runs.find((run) => run.id === id)?.parent;

test('a run says which run it comes from: one that called it, one that it is a fork of, one that was run again', async () => {
  await writeFile(join(workflows, 'child.yaml'), sourceOf({ done: { type: 'end' } }));
  const runId = await startNodes({
    sub: { type: 'call', workflow: 'child' },
    ask: { type: 'gate', kind: 'approval' },
  });
  await whenAsked(runId);
  const fork = await forkRun(house, { runId, at: 2, actor });
  const again = await runAgain(house, { runId, actor });
  await Promise.all([whenAsked(fork.id), whenAsked(again.id)]);
  const from = { id: runId, name: (await listRuns(house, {}, tester)).runs.find(({ id }) => id === runId)?.name };
  expect(await parentIn(runId)).toBeNull();
  expect(await parentIn(calledRunId(runId, 'call:sub:1:1'))).toEqual({ ...from, kind: 'call' });
  expect(await parentIn(fork.id)).toEqual({ ...from, kind: 'fork' });
  expect(await parentIn(again.id)).toEqual({ ...from, kind: 'again' });

  await cancelRun(house, { runId, actor });
  await untilIdle(runId);
  await deleteRun(house, { runId, actor });
  expect(await parentIn(fork.id)).toEqual({ id: runId, name: null, kind: 'fork' });
});
