import { afterEach, beforeEach, expect, test } from 'vitest';
import { changePerson } from '../../people/accounts/people.ts';
import { addPeople, somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { startNodes, whenAsked, whenRun, whenStatus } from '../../testing/scratch-run.ts';
import { createRuns } from '../../testing/store/samples.ts';
import { listRuns } from '../list-runs.ts';
import { startRun } from '../start-run.ts';
import { type BulkRequest, planBulk, readBulk, startBulk, stopBulk } from './bulk-act.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
  await addPeople(house, tester);
});
afterEach(() => engine.stop());

const gate = { ask: { type: 'gate', kind: 'approval' } };
const failing = { work: { type: 'cli', command: ['false'] } };
const ended = { work: { type: 'cli', command: ['false'], on_failure: 'fail' } };

async function done(request: BulkRequest) {
  const { act, finished } = await startBulk(house, request);
  await finished;
  return act;
}

const actsOf = async (name: string) =>
  (await house.store.pageOfAudit({ act: name, limit: 100 })).entries.filter(({ who }) => who.name === 'tester');

test('U20 all runs of a filter are cancelled, each as an act of the person who asked', async () => {
  const runs = [await startNodes(gate), await startNodes(gate), await startNodes(gate)];
  await Promise.all(runs.map((id) => whenAsked(id)));
  const request: BulkRequest = { verb: 'cancel', which: { status: ['waiting'] }, actor: tester };
  expect(await planBulk(house, request)).toMatchObject({ total: 3, fits: 3, parts: [{ count: 3 }] });
  expect(await done(request)).toMatchObject({ total: 3, done: 3, refused: 0, ended_at: expect.any(String) });
  expect((await listRuns(house, { status: ['cancelled'] }, tester)).runs).toHaveLength(3);
  expect(await actsOf('run.cancelled')).toHaveLength(3);
});

test('the plan counts what will happen and what is left alone, and says so before anything does', async () => {
  const open = await startNodes(gate);
  const failed = await startNodes(ended);
  await Promise.all([whenAsked(open), whenStatus(failed, 'failed')]);
  const which = { runs: [open, failed] };
  expect(await planBulk(house, { verb: 'archive', which, actor: tester })).toMatchObject({ total: 2, fits: 1 });
  expect(await done({ verb: 'archive', which, actor: tester })).toMatchObject({ total: 1, done: 1, refused: 0 });
  expect((await listRuns(house, { archived: true }, tester)).runs).toMatchObject([{ id: failed }]);
  expect((await listRuns(house, {}, tester)).runs).toMatchObject([{ id: open, status: 'waiting' }]);
});

test('Retry answers what asks about a failure and takes failed runs up where they failed, and nothing else', async () => {
  const asking = await startNodes(failing);
  const failed = await startNodes(ended);
  const other = await startNodes(gate);
  await Promise.all([whenAsked(asking), whenStatus(failed, 'failed'), whenAsked(other)]);
  const request: BulkRequest = { verb: 'retry', which: {}, actor: tester };
  expect((await planBulk(house, request)).parts.map(({ count }) => count)).toEqual([1, 1]);
  expect(await done(request)).toMatchObject({ total: 2, done: 2, refused: 0 });
  await whenRun(asking, ({ nodes }) => (nodes.work?.attempts ?? 0) >= 2);
  await whenRun(failed, ({ nodes }) => (nodes.work?.visits ?? 0) >= 2);
  expect(await actsOf('gate.answered')).toHaveLength(1);
  expect(await actsOf('run.restarted')).toHaveLength(1);
});

test('what is refused is kept with its reason, and the rest is done', async () => {
  const owner = somebody('ada');
  await addPeople(house, owner, somebody('otto', { role: 'operator' }));
  const narrow = JSON.stringify({ gatehouse: 1, name: 'Narrow', access: { start: ['ada'] }, nodes: ended });
  const { id } = await startRun(house, { source: narrow, actor: owner });
  const free = await startNodes(ended);
  await Promise.all([whenStatus(id, 'failed'), whenStatus(free, 'failed')]);
  const act = await done({ verb: 'again', which: { runs: [id, free] }, actor: somebody('otto', { role: 'operator' }) });
  expect(act).toMatchObject({
    total: 2,
    done: 2,
    refused: 1,
    refusals: [{ run: id, message: 'Only ada may start Narrow.' }],
  });
  expect((await listRuns(house, { by: 'otto' }, owner)).runs).toHaveLength(1);
});

test('one at a time for each person; it can be stopped, and is nobody else’s to see', async () => {
  await createRuns(
    engine.store,
    Array.from({ length: 300 }, (_, index) => `r${index}`),
    { status: 'completed' },
  );
  const request: BulkRequest = { verb: 'archive', which: {}, actor: tester };
  const { act, finished } = await startBulk(house, request);
  await expect(startBulk(house, request)).rejects.toMatchObject({ code: 'conflict' });
  expect(() => readBulk(house, act.id, somebody('ben'))).toThrow('There is no such act');
  stopBulk(house, act.id, tester);
  await finished;
  expect(act).toMatchObject({ total: 300, is_stopped: true, ended_at: expect.any(String) });
  expect(act.done).toBeLessThan(300);
  const again = await done(request);
  expect(act.done + again.done).toBe(300);
});

test('who may not do it to one run may not do it to many, and nobody reaches what they may not see', async () => {
  await createRuns(engine.store, ['mine'], { status: 'completed' });
  await createRuns(engine.store, ['theirs'], { status: 'completed', see: ['team'] });
  const viewer = somebody('vera', { role: 'viewer' });
  const operator = somebody('otto', { role: 'operator' });
  await addPeople(house, operator);
  await expect(startBulk(house, { verb: 'archive', which: {}, actor: viewer })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(planBulk(house, { verb: 'delete', which: {}, actor: operator })).rejects.toMatchObject({
    code: 'forbidden',
  });
  const which = { runs: ['mine', 'theirs'] };
  expect(await done({ verb: 'archive', which, actor: operator })).toMatchObject({ total: 1, done: 1 });
  expect(await engine.store.readRun('theirs')).toMatchObject({ archived: false });
});

test('what is left of it is not done for somebody who may it no longer', async () => {
  const otto = somebody('otto', { role: 'operator' });
  await addPeople(house, otto);
  const runs = await Promise.all(Array.from({ length: 40 }, () => startNodes(gate)));
  await Promise.all(runs.map((id) => whenAsked(id)));
  const { act, finished } = await startBulk(house, { verb: 'cancel', which: { status: ['waiting'] }, actor: otto });
  await changePerson(house, tester, 'otto', { role: 'viewer' });
  await finished;
  expect(act).toMatchObject({ total: 40, is_stopped: true, refused: 0 });
  expect(act.done).toBeLessThan(40);
  expect((await listRuns(house, { status: ['waiting'] }, tester)).runs).toHaveLength(40 - act.done);
});
