import { afterEach, beforeEach, expect, test } from 'vitest';
import { somebody, tester } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { eventsOf, sourceOf, whenStatus } from '../testing/scratch-run.ts';
import { readRun } from './read-run.ts';
import { runAgain } from './run-again.ts';
import { startRun } from './start-run.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});

afterEach(() => engine.stop());

const source = sourceOf({ done: { type: 'end', message: 'reached' } });

test('the same idempotency key gives the same run, at once and after a restart; another person’s key is another', async () => {
  const request = { source, actor: tester, idempotencyKey: 'once' };
  const started = await Promise.all(Array.from({ length: 20 }, () => startRun(house, request)));
  expect(new Set(started.map(({ id }) => id)).size).toBe(1);
  await engine.restart();
  expect(await startRun(house, request)).toEqual(started[0]);
  const { id } = await startRun(house, { ...request, actor: somebody('somebody else') });
  expect(id).not.toBe(started[0]?.id);
  await whenStatus(id, 'completed');
  expect((await house.store.listRuns({})).runs).toHaveLength(2);
});

test('running again is a new run of the same text with the same inputs; the first one stays as it is', async () => {
  const withInput = JSON.stringify({ ...JSON.parse(source), inputs: { word: { type: 'string', required: true } } });
  const first = await startRun(house, { source: withInput, inputs: { word: 'hello' }, actor: tester });
  await whenStatus(first.id, 'completed');
  const before = await readRun(house, first.id);
  const again = await runAgain(house, { runId: first.id, actor: somebody('somebody else') });
  const second = await whenStatus(again.id, 'completed');
  expect(second).toMatchObject({ inputs: { word: 'hello' }, started_by: 'somebody else', workflow: before.workflow });
  expect((await eventsOf(again.id, 'run_created'))[0]?.data.parent).toBe(first.id);
  expect(await readRun(house, first.id)).toEqual(before);
});

test('a workflow or inputs that cannot run leave nothing behind', async () => {
  const broken = sourceOf({ start: { type: 'if', condition: 'true', then: 'nowhere' } });
  await expect(startRun(house, { source: broken, actor: tester })).rejects.toMatchObject({
    code: 'invalid_workflow',
  });
  const inputs = { unknown: 1 };
  await expect(startRun(house, { source, inputs, actor: tester })).rejects.toMatchObject({
    code: 'invalid_inputs',
  });
  expect((await house.store.listRuns({})).runs).toEqual([]);
});
