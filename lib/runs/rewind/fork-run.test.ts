import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../../testing/scratch-engine.ts';
import { allEventsOf, eventsOf, startNodes, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { deleteRun } from '../delete-run.ts';
import { openRunArtifact } from '../open-run-file.ts';
import { readRun } from '../read-run.ts';
import { runAgain } from '../run-again.ts';
import { startRun } from '../start-run.ts';
import { forkRun, planFork } from './fork-run.ts';
import { rollbackRun } from './rollback-run.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});
afterEach(() => engine.stop());

const actor = tester;

async function asked(): Promise<string> {
  const runId = await startNodes({
    keep: { type: 'checkpoint' },
    work: { type: 'cli', command: ['sh', '-c', 'echo one > "$GATEHOUSE_ARTIFACTS/note.txt"; echo mine > file'] },
    ask: { type: 'gate', kind: 'approval', show: ['${work.artifacts}'] },
    done: { type: 'end' },
  });
  await whenAsked(runId);
  await untilIdle(runId);
  return runId;
}

test('a fork from an open gate asks it in a run of its own and leaves the other alone', async () => {
  const runId = await asked();
  const before = await allEventsOf(runId);
  const { id } = await forkRun(house, { runId, actor, at: before.length });
  const gate = await whenAsked(id);
  await answerGate(house, { runId: id, gateId: gate.id, option: 'yes', actor });
  const fork = await whenStatus(id, 'completed');
  expect(await engine.store.readRun(id)).toMatchObject({ parent: runId, startedBy: actor.name });
  expect(fork.state.outputs.work).toBeDefined();
  expect((await eventsOf(id, 'node_started')).map(({ node }) => node)).toEqual(['done']);
  expect(await allEventsOf(runId)).toEqual(before);
});

test('a fork has the files of the run, also after that run is gone, and no link that leads out', async () => {
  const runId = await asked();
  const { state } = await readRun(house, runId);
  symlinkSync('/etc', join(state.workspace, 'out'));
  symlinkSync('file', join(state.workspace, 'in'));
  mkdirSync(join(state.workspace, 'sub'));
  writeFileSync(join(state.workspace, 'sub/deep'), 'deep');
  const { id } = await forkRun(house, { runId, actor, at: state.seq });
  const gate = await whenAsked(runId);
  await answerGate(house, { runId, gateId: gate.id, option: 'yes', actor });
  await whenStatus(runId, 'completed');
  await untilIdle(runId);
  await deleteRun(house, { runId, actor });
  const fork = await readRun(house, id);
  expect(fork.state.workspace).not.toBe(state.workspace);
  expect(readFileSync(join(fork.state.workspace, 'in'), 'utf8')).toBe('mine\n');
  expect(readFileSync(join(fork.state.workspace, 'sub/deep'), 'utf8')).toBe('deep');
  expect(lstatSync(join(fork.state.workspace, 'out'), { throwIfNoEntry: false })).toBeUndefined();
  const shown = (await whenAsked(id)).show[0]?.artifact ?? '';
  expect(await text((await openRunArtifact(house, id, shown)).opened.stream)).toBe('one\n');
});

test('a fork can be rolled back to a checkpoint of the run it came from', async () => {
  const runId = await asked();
  const { id } = await forkRun(house, { runId, actor, at: (await readRun(house, runId)).seq });
  await whenAsked(id);
  await rollbackRun(house, { runId: id, actor, checkpoint: 'keep' });
  expect(await whenAsked(id)).toMatchObject({ visit: 2 });
  expect((await eventsOf(id, 'node_started')).map(({ node }) => node)).toEqual(['work', 'ask']);
});

test('a fork from the middle of a loop survives the console and finishes the rounds that were left', async () => {
  const runId = await startNodes({
    rounds: { type: 'loop', body: 'work', done: 'done', max: 3 },
    work: { type: 'cli', command: ['echo', '${loop.index}'], idempotent: true },
    again: { type: 'end_loop', loop: 'rounds' },
    done: { type: 'end' },
  });
  await whenStatus(runId, 'completed');
  const second = (await eventsOf(runId, 'node_started')).filter(({ node }) => node === 'work')[1];
  const { id } = await forkRun(house, { runId, actor, at: second?.seq ?? 0 });
  await engine.restart();
  const { state } = await whenStatus(id, 'completed');
  expect(state.nodes.work).toMatchObject({ visits: 3 });
  expect(state.outputs.work).toMatchObject({ stdout: '2\n' });
  expect((await eventsOf(id, 'node_completed')).filter(({ node }) => node === 'work')).toHaveLength(2);
});

test('the end of a run and events it does not have are refused', async () => {
  const runId = await startNodes({ done: { type: 'end' } });
  const { seq } = await whenStatus(runId, 'completed');
  await expect(forkRun(house, { runId, actor, at: seq })).rejects.toThrow('is the end of run');
  await expect(forkRun(house, { runId, actor, at: seq + 1 })).rejects.toThrow(`has no event ${seq + 1}`);
});

test('the plan of a fork starts nothing', async () => {
  const runId = await asked();
  const { runs: before } = await engine.store.listRuns({});
  const started = (await eventsOf(runId, 'node_started')).find(({ node }) => node === 'work');
  const plan = await planFork(house, { runId, actor, at: started?.seq ?? 0 });
  expect(plan).toMatchObject({ runs_again: ['work', 'ask'], position: [{ node: 'work', how: 'enters' }] });
  expect((await engine.store.listRuns({})).runs).toEqual(before);
});

test('run again takes the inputs it is given and keeps the others', async () => {
  const source = JSON.stringify({
    gatehouse: 1,
    name: 'Inputs',
    inputs: { a: { type: 'string' }, b: { type: 'string' } },
    nodes: { done: { type: 'end' } },
  });
  const { id: runId } = await startRun(house, { source, inputs: { a: '1', b: '2' }, actor });
  const { id } = await runAgain(house, { runId, actor, inputs: { b: '3' } });
  expect((await readRun(house, id)).inputs).toEqual({ a: '1', b: '3' });
});
