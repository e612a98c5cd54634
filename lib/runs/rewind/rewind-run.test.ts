import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CheckpointState, draftRollbackTo } from '../../engine/rewind/rewind.ts';
import { signedControl } from '../../people/actor.ts';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../../testing/scratch-engine.ts';
import { allEventsOf, eventsOf, startNodes, whenAsked, whenEvent, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { cancelRun } from '../cancel-run.ts';
import { pauseRun } from '../pause-run.ts';
import { resumeRun } from '../resume-run.ts';
import { withRun } from '../work/live-run.ts';
import { recordEvents } from '../work/record-events.ts';
import { planRestart, restartRun } from './restart-run.ts';
import { planRollback, rollbackRun } from './rollback-run.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});
afterEach(() => engine.stop());

const actor = tester;
const echo = (text: string) => ({ type: 'cli', command: ['sh', '-c', `echo ${text} >> log; cat log`] });
const answer = (runId: string, gateId: string, option = 'yes') => answerGate(house, { runId, gateId, option, actor });

/** keep → work → ask → done, up to its question. */
async function waiting(): Promise<string> {
  const runId = await startNodes({
    keep: { type: 'checkpoint' },
    work: { ...echo('worked'), save: { times: '${visit}' } },
    ask: { type: 'gate', kind: 'approval' },
    done: { type: 'end' },
  });
  await whenAsked(runId);
  await untilIdle(runId);
  return runId;
}

describe('restarting', () => {
  test('a completed run runs again from the node, with the same data and a new visit', async () => {
    const runId = await waiting();
    await answer(runId, (await whenAsked(runId)).id);
    await whenStatus(runId, 'completed');
    await restartRun(house, { runId, actor, node: 'work' });
    const gate = await whenAsked(runId);
    expect(gate.visit).toBe(2);
    const row = await engine.store.readRun(runId);
    expect(row).toMatchObject({ status: 'waiting', endedAt: null });
    await answer(runId, gate.id);
    const { state } = await whenStatus(runId, 'completed');
    expect(state.outputs.work).toMatchObject({ stdout: 'worked\nworked\n' });
  });

  test('a failed run can be tried again from the node that failed', async () => {
    const command = ['sh', '-c', '[ -e seen ] || { touch seen; exit 1; }'];
    const runId = await startNodes({ work: { type: 'cli', command, on_failure: 'fail' }, done: { type: 'end' } });
    await whenStatus(runId, 'failed');
    await restartRun(house, { runId, actor, node: 'work' });
    expect((await whenStatus(runId, 'completed')).nodes.work).toMatchObject({ visits: 2, status: 'completed' });
  });

  test('a step whose work failed is given something else; what would not fit is told before anything changes', async () => {
    const runId = await startNodes({
      find: { type: 'cli', command: ['echo', 'ann'], save: { who: '${trim(result.stdout)}' } },
      work: { type: 'cli', command: ['cat', 'none.txt'] },
      choose: { type: 'if', condition: 'true', then: 'done', else: 'done' },
      done: { type: 'end', message: '${trim(work.stdout)}' },
    });
    expect(await whenAsked(runId)).toMatchObject({ node: 'work', purpose: 'failure' });
    const restart = (node: string, given: Record<string, unknown>) => restartRun(house, { runId, actor, node, given });
    await expect(restart('work', { command: 'echo' })).rejects.toThrow('what was given does not fit: "command"');
    await expect(restart('work', { tools: [] })).rejects.toThrow('"tools" is not one of the fields');
    await expect(restart('choose', { condition: 'false' })).rejects.toThrow('it only decides');
    expect((await whenAsked(runId)).visit).toBe(1);
    await restart('work', { command: ['echo', 'Hello ${computed.who}'] });
    expect(await whenStatus(runId, 'completed')).toMatchObject({ message: 'Hello ann' });
    // The next time it is what the file says.
    await restartRun(house, { runId, actor, node: 'work' });
    expect(await whenAsked(runId)).toMatchObject({ node: 'work', visit: 3 });
  });

  test('a cancelled run goes on; its old question stays closed and a new one is asked', async () => {
    const runId = await waiting();
    const old = await whenAsked(runId);
    await cancelRun(house, { runId, actor });
    await restartRun(house, { runId, actor, node: 'ask' });
    const gate = await whenAsked(runId);
    expect(gate.id).not.toBe(old.id);
    expect(await engine.store.readGate(runId, old.id)).toMatchObject({ status: 'closed', answer: null });
    await expect(answer(runId, old.id)).rejects.toThrow('closed without an answer');
  });

  test('stops what is running first: the new visit begins when no process of the old one is left', async () => {
    const command = [
      'sh',
      '-c',
      'trap "sleep 0.3; echo left >> log; exit" TERM; echo came >> log; cat log; sleep 30 & wait',
    ];
    const runId = await startNodes({ first: echo('first'), work: { type: 'cli', command } });
    await whenEvent(runId, 'output', ({ node }) => node === 'work');
    await restartRun(house, { runId, actor, node: 'first' });
    const { state } = await cancelAfterSecond(runId);
    expect(state.outputs.first).toMatchObject({ stdout: 'first\ncame\nleft\nfirst\n' });
    expect(await eventsOf(runId, 'node_failed')).toEqual([]);
  });

  async function cancelAfterSecond(runId: string) {
    await whenEvent(runId, 'node_started', ({ node, visit }) => node === 'work' && visit === 2);
    await cancelRun(house, { runId, actor });
    return whenStatus(runId, 'cancelled');
  }

  test('an unknown node is refused and changes nothing', async () => {
    const runId = await waiting();
    const { seq } = await whenStatus(runId, 'waiting');
    await expect(restartRun(house, { runId, actor, node: 'wrok' })).rejects.toThrow('no node "wrok"');
    expect((await whenStatus(runId, 'waiting')).seq).toBe(seq);
  });
});

describe('rolling back', () => {
  test('an ended run stands right after the checkpoint with the data of then', async () => {
    const runId = await waiting();
    await answer(runId, (await whenAsked(runId)).id);
    await whenStatus(runId, 'completed');
    await rollbackRun(house, { runId, actor, checkpoint: 'keep' });
    await whenAsked(runId);
    const [event] = await eventsOf(runId, 'rolled_back');
    expect(event?.data).toMatchObject({
      checkpoint: 'keep',
      computed: {},
      back: { by: actor.name, active: [{ node: 'keep' }] },
    });
    expect((await eventsOf(runId, 'node_started')).map(({ node }) => node)).toEqual([
      'keep',
      'work',
      'ask',
      'done',
      'work',
      'ask',
    ]);
  });

  test('goes on when the console dies right after the rollback was kept', async () => {
    const runId = await waiting();
    const kept = await engine.store.readCheckpoint(runId, 'keep');
    await withRun(house, runId, (run) =>
      recordEvents(house, run, [
        draftRollbackTo(run.state, 'keep', kept?.state as CheckpointState, signedControl(actor)),
      ]),
    );
    await engine.restart();
    const gate = await whenAsked(runId);
    expect(gate).toMatchObject({ node: 'ask', visit: 2 });
    expect((await eventsOf(runId, 'rolled_back')).length).toBe(1);
  });

  test('an unknown checkpoint is refused and the known ones are named', async () => {
    const runId = await waiting();
    await expect(rollbackRun(house, { runId, actor, checkpoint: 'kept' })).rejects.toThrow('it has "keep"');
  });
});

test('a plan says what would happen, and nothing happens', async () => {
  const runId = await waiting();
  const before = await allEventsOf(runId);
  const rollback = await planRollback(house, { runId, actor, checkpoint: 'keep' });
  expect(rollback).toMatchObject({ runs_again: ['work', 'ask'], not_undone: [{ node: 'work', visit: 1 }] });
  expect(await planRestart(house, { runId, actor, node: 'ask' })).toMatchObject({
    runs_again: ['ask'],
    data_changes: [],
  });
  expect(await allEventsOf(runId)).toEqual(before);
  expect((await whenAsked(runId)).visit).toBe(1);
});

test('a pause with `now` interrupts the running attempt; resuming asks what to do about it', async () => {
  const runId = await startNodes({ work: { type: 'cli', command: ['sleep', '60'] }, done: { type: 'end' } });
  await whenEvent(runId, 'node_started');
  await pauseRun(house, { runId, actor, now: true });
  expect((await whenEvent(runId, 'node_interrupted')).data.reason).toBe('paused by tester');
  await untilIdle(runId);
  expect((await whenStatus(runId, 'paused')).nodes.work?.status).toBe('interrupted');
  await resumeRun(house, { runId, actor });
  const gate = await whenAsked(runId);
  expect(gate.purpose).toBe('interrupted');
  await answer(runId, gate.id, 'skip');
  await whenStatus(runId, 'completed');
});
