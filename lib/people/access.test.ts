import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerGate } from '../runs/answer-gate.ts';
import { listGates } from '../runs/gates/list-gates.ts';
import { countRuns, listRuns } from '../runs/list-runs.ts';
import { startRun } from '../runs/start-run.ts';
import { addPeople, somebody } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { whenAsked, whenStatus } from '../testing/scratch-run.ts';
import { assertSees, visibleRuns } from './access.ts';

const owner = somebody('owner');
const inside = somebody('ida', { role: 'operator', groups: ['team'] });
const outside = somebody('otto', { role: 'operator' });
const asked = somebody('asta', { role: 'viewer' });

let engine: ScratchEngine;
beforeEach(async () => {
  engine = await startScratchEngine();
  await addPeople(house, inside, outside, asked);
});
afterEach(() => engine.stop());

const source = JSON.stringify({
  gatehouse: 1,
  name: 'Narrow',
  access: { see: ['team'], start: ['ida'] },
  nodes: { sure: { type: 'gate', kind: 'approval', assignees: ['asta', 'ida'] } },
});

test('only those whom access names see its runs in lists, counts and streams; administrators see everything', async () => {
  const { id } = await startRun(house, { source, actor: inside });
  await whenAsked(id);
  const seen = async (actor: typeof owner) => [
    (await listRuns(house, {}, actor)).runs.length,
    (await countRuns(house, {}, actor)).waiting,
    (await listGates(house, {}, actor)).gates.length,
    (await visibleRuns(house, actor, [id])).length,
  ];
  expect(await seen(owner)).toEqual([1, 1, 1, 1]);
  expect(await seen(inside)).toEqual([1, 1, 1, 1]);
  expect(await seen(outside)).toEqual([0, 0, 0, 0]);
  await expect(assertSees(house, outside, id)).rejects.toMatchObject({ code: 'not_found' });
});

test('an address in access is the same however it is written, in lists too', async () => {
  const eva = somebody('eva', { role: 'viewer', email: 'eva@example.org' });
  const narrow = JSON.stringify({ ...JSON.parse(source), access: { see: ['Eva@Example.ORG'] } });
  const { id } = await startRun(house, { source: narrow, actor: owner });
  await assertSees(house, eva, id);
  expect((await listRuns(house, {}, eva)).runs).toMatchObject([{ id }]);
});

test('only those whom access names start it, also again', async () => {
  await expect(startRun(house, { source, actor: outside })).rejects.toMatchObject({ code: 'forbidden' });
  const other = somebody('tom', { role: 'operator', groups: ['team'] });
  await expect(startRun(house, { source, actor: other })).rejects.toThrow('Only ida may start Narrow.');
  await startRun(house, { source, actor: inside });
  await startRun(house, { source, actor: owner });
});

test('being asked suffices to see that gate and to answer it, whatever role and access, and to see no more', async () => {
  const { id } = await startRun(house, { source, actor: inside });
  const gate = await whenAsked(id);
  expect((await listGates(house, { show: 'mine' }, asked)).gates.map(({ run }) => run)).toEqual([id]);
  await assertSees(house, asked, id, { gateId: gate.id });
  await expect(assertSees(house, asked, id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(assertSees(house, asked, id, { artifactId: 'other' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(assertSees(house, outside, id, { gateId: gate.id })).rejects.toMatchObject({ code: 'not_found' });
  await answerGate(house, { runId: id, gateId: gate.id, option: 'yes', actor: asked });
  await whenStatus(id, 'completed');
});
