import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calledRunId } from '../../engine/called-run.ts';
import { addPeople, somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { eventsOf, sourceOf, startNodes, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { cancelRun } from '../cancel-run.ts';
import { sendSignal } from '../send-signal.ts';

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

const save = (name: string, nodes: Record<string, Record<string, unknown>>) =>
  writeFile(join(workflows, `${name}.yaml`), sourceOf(nodes));

const called = (runId: string) => calledRunId(runId, 'call:sub:1:1');

async function approve(runId: string): Promise<void> {
  const gate = await whenAsked(runId);
  await answerGate(house, { runId, gateId: gate.id, option: 'yes', actor: somebody('ann') });
}

test('whoever started the run that calls has started the called one', async () => {
  await addPeople(house, tester, somebody('ann'));
  await save('child', { sure: { type: 'gate', kind: 'approval', no_self: true } });
  const runId = await startNodes({ sub: { type: 'call', workflow: 'child' } });
  const gate = { runId: called(runId), gateId: (await whenAsked(called(runId))).id };
  await expect(answerGate(house, { ...gate, option: 'yes', actor: tester })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await approve(called(runId));
  await whenStatus(runId, 'completed');
});

test('a called run is started once, and its end goes on through a restart', async () => {
  await save('child', {
    sure: { type: 'gate', kind: 'approval' },
    double: { type: 'action', do: [{ type: 'compute', expression: '21 * 2', store_as: 'answer' }] },
  });
  const runId = await startNodes({
    sub: { type: 'call', workflow: 'child', outputs: { got: '${result.data.computed.answer}' } },
    done: { type: 'end', message: '${computed.got} ${computed.answer ?? "not shared"}' },
  });
  await whenAsked(called(runId));
  await engine.restart();
  await approve(called(runId));
  expect((await whenStatus(runId, 'completed')).message).toBe('42 not shared');
  expect(await eventsOf(runId, 'signal_received')).toHaveLength(1);
});

test('an inline call starts with the run’s data and gives back what it changed', async () => {
  await save('child', { more: { type: 'action', do: [{ type: 'compute', expression: 'n + 1', store_as: 'n' }] } });
  const runId = await startNodes({
    set: { type: 'action', do: [{ type: 'compute', expression: '1', store_as: 'n' }] },
    sub: { type: 'call', workflow: 'child', mode: 'inline' },
  });
  expect((await whenStatus(runId, 'completed')).state.computed).toEqual({ n: 2 });
});

test('a called run that fails or cannot start is a failure of the call, for a person to judge', async () => {
  await save('child', { end: { type: 'end', outcome: 'failure', message: 'no luck' } });
  const failing = await startNodes({ sub: { type: 'call', workflow: 'child' } });
  expect((await whenAsked(failing)).show[0]?.text).toContain('no luck');
  const missing = await startNodes({ sub: { type: 'call', workflow: 'chidl' } });
  expect((await whenAsked(missing)).show[0]?.text).toContain('did you mean "child"');
});

test('a workflow that calls itself stops at a depth', async () => {
  await save('self', { sub: { type: 'call', workflow: 'self', on_failure: 'fail' } });
  const runId = await startNodes({ sub: { type: 'call', workflow: 'self', on_failure: 'fail' } });
  expect((await whenStatus(runId, 'failed')).message).toContain('deep');
});

test('cancelling a run cancels the runs it waits for', async () => {
  await save('child', { sure: { type: 'gate', kind: 'approval' } });
  const runId = await startNodes({ sub: { type: 'call', workflow: 'child' } });
  await whenAsked(called(runId));
  await cancelRun(house, { runId, actor: somebody('ann') });
  await whenStatus(called(runId), 'cancelled');
});

test('a signal is kept until a wait takes it, and taken once', async () => {
  const runId = await startNodes({
    sure: { type: 'gate', kind: 'approval' },
    first: { type: 'wait', signal: 'go' },
    second: { type: 'wait', signal: 'go', timeout: '50ms', on_failure: 'done' },
    done: { type: 'end', message: '${first.result.n}' },
  });
  await whenAsked(runId);
  await sendSignal(house, { runId, name: 'go', payload: { n: 7 }, actor: somebody('ann') });
  await engine.restart();
  await approve(runId);
  expect((await whenStatus(runId, 'completed')).message).toBe('7');
  expect((await eventsOf(runId, 'node_failed')).map(({ node }) => node)).toEqual(['second']);
  await expect(sendSignal(house, { runId, name: 'go', payload: null, actor: somebody('ann') })).rejects.toMatchObject({
    code: 'run_ended',
  });
});
