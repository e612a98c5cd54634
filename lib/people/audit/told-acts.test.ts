import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerGate } from '../../runs/answer-gate.ts';
import { archiveRun } from '../../runs/archive-run.ts';
import { cancelRun } from '../../runs/cancel-run.ts';
import { deleteRun } from '../../runs/delete-run.ts';
import { pauseRun } from '../../runs/pause-run.ts';
import { resumeRun } from '../../runs/resume-run.ts';
import { forkRun } from '../../runs/rewind/fork-run.ts';
import { startRun } from '../../runs/start-run.ts';
import { addPeople, somebody } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { startNodes, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { ownActor } from '../actor.ts';

let engine: ScratchEngine;
const ada = { ...somebody('ada'), address: '192.0.2.7' };

beforeAll(async () => {
  engine = await startScratchEngine();
});
afterAll(() => engine.stop());

const entriesOf = async (subject: string) => (await house.store.pageOfAudit({ subject, limit: 100 })).entries.reverse();
const actsOf = async (subject: string) => (await entriesOf(subject)).map(({ act, who }) => `${who.name} ${act}`);

const asking = { ask: { type: 'gate', kind: 'approval', on: { no: 'complete' } } };

test('what a person does to a run is told with who, how, from where, and outlives the run', async () => {
  const runId = await startNodes(asking);
  const gate = await whenAsked(runId);
  await pauseRun(house, { runId, actor: ada });
  await resumeRun(house, { runId, actor: ada });
  await answerGate(house, { runId, gateId: gate.id, option: 'no', actor: ada });
  await whenStatus(runId, 'completed');
  await archiveRun(house, { runId, actor: ada });
  await deleteRun(house, { runId, actor: ada });
  expect(await actsOf(runId)).toEqual([
    'tester run.started',
    'ada run.paused',
    'ada run.resumed',
    'ada gate.answered',
    'ada run.archived',
    'ada run.deleted',
  ]);
  const answered = (await entriesOf(runId)).find(({ act }) => act === 'gate.answered');
  expect(answered).toMatchObject({
    who: { name: 'ada', via: 'session', door: 'console', address: '192.0.2.7' },
    details: { gate: gate.id, node: 'ask', option: 'no', shown: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test('a fork and a cancellation are told of the runs they are about', async () => {
  const runId = await startNodes(asking);
  await whenAsked(runId);
  const { id } = await forkRun(house, { runId, at: 2, actor: ada });
  await cancelRun(house, { runId, actor: ada });
  expect(await actsOf(runId)).toEqual(['tester run.started', 'ada run.cancelled']);
  expect(await entriesOf(id)).toMatchObject([{ act: 'run.started', details: { parent: runId, forked_at: 2 } }]);
});

test('what the console does by itself is not an act of a person', async () => {
  const source = 'gatehouse: 1\nname: Info\nnodes:\n  tell: { type: gate, kind: info, message: Hello }\n';
  const { id } = await startRun(house, { source, actor: ownActor('call') });
  await whenStatus(id, 'completed');
  expect(await actsOf(id)).toEqual([]);
});

test('an act whose commit was lost is not told', async () => {
  const runId = await startNodes(asking);
  const gate = await whenAsked(runId);
  const first = answerGate(house, { runId, gateId: gate.id, option: 'no', actor: ada });
  const second = answerGate(house, { runId, gateId: gate.id, option: 'no', actor: somebody('ben') });
  const outcomes = await Promise.allSettled([first, second]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await actsOf(runId)).filter((act) => act.endsWith('gate.answered'))).toHaveLength(1);
});

test('a server that somebody allows is told as that, besides their answer', async () => {
  const fake = join(import.meta.dirname, '../../../e2e/fakes/mcp-server.mjs');
  const servers = { box: { command: process.execPath, args: [fake] } };
  const echo = { type: 'tool', server: 'box', tool: 'echo', arguments: { message: 'hi' } };
  const source = JSON.stringify({ gatehouse: 1, name: 'Asks', servers, nodes: { work: echo } });
  const { id } = await startRun(house, { source, actor: ada });
  const gate = await whenAsked(id);
  await answerGate(house, { runId: id, gateId: gate.id, option: 'allow', actor: ada });
  await whenStatus(id, 'completed');
  expect(await actsOf(id)).toEqual(['ada run.started', 'ada gate.answered', 'ada server.allowed']);
  expect((await entriesOf(id)).at(-1)).toMatchObject({
    who: { person: 'ada', address: '192.0.2.7' },
    details: { server: 'box', node: 'work', hash: gate.server?.hash },
  });
});

test('an answer over the rules of a gate is told as that, with what was passed over and why', async () => {
  await addPeople(house, ada, somebody('ben', { role: 'operator' }));
  const runId = await startNodes({ ask: { type: 'gate', kind: 'approval', assignees: ['ben'], quorum: 2 } });
  const gate = await whenAsked(runId);
  const given = { runId, gateId: gate.id, option: 'yes', override: true };
  await answerGate(house, { ...given, comment: 'Ben is away', actor: ada });
  await whenStatus(runId, 'completed');
  expect(await actsOf(runId)).toEqual(['tester run.started', 'ada gate.overridden']);
  expect((await entriesOf(runId)).at(-1)).toMatchObject({
    details: { gate: gate.id, option: 'yes', override: ['assignees', 'quorum'], comment: 'Ben is away' },
  });
});
