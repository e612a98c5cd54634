import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerGate } from '../runs/answer-gate.ts';
import { pauseRun } from '../runs/pause-run.ts';
import { tester } from '../testing/actors.ts';
import { isProcessRunning, toldPid } from '../testing/clients/is-running.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { allEventsOf, eventsOf, startNodes, whenAsked, whenEvent, whenStatus } from '../testing/scratch-run.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});

afterEach(() => engine.stop());

test('a waiting run waits on after a restart, and its answer leads on', async () => {
  const runId = await startNodes({
    ask: { type: 'gate', kind: 'question', options: [{ id: 'on' }], on: { on: 'done' } },
    done: { type: 'end', message: 'went on' },
  });
  const gate = await whenAsked(runId);
  const before = await allEventsOf(runId);
  await engine.restart();
  expect(await allEventsOf(runId)).toEqual(before);
  await answerGate(house, { runId, gateId: gate.id, option: 'on', actor: tester });
  expect((await whenStatus(runId, 'completed')).message).toBe('went on');
});

const hang = (once: string) => ['sh', '-c', `echo ${toldPid()}; [ \${attempt} != 1 ] || sleep 600; ${once}`];

test('an attempt that the stopping engine cut off is interrupted, not failed, and no retry is used up', async () => {
  const runId = await startNodes({
    work: { type: 'cli', command: hang('exit 1'), retry: { attempts: 2 }, on_failure: 'skip' },
  });
  const said = await whenEvent(runId, 'output');
  await engine.restart();
  expect(isProcessRunning(Number(said.data.text))).toBe(false);
  const gate = await whenAsked(runId);
  expect(gate.purpose).toBe('interrupted');
  expect(await eventsOf(runId, 'node_failed')).toEqual([]);
  expect(await eventsOf(runId, 'retry')).toEqual([]);
  await answerGate(house, { runId, gateId: gate.id, option: 'retry', actor: tester });
  await whenStatus(runId, 'completed');
  expect((await eventsOf(runId, 'node_started')).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
});

test('an idempotent attempt that was cut off is tried again without asking', async () => {
  const runId = await startNodes({ work: { type: 'cli', command: hang('true'), idempotent: true } });
  await whenEvent(runId, 'output');
  await engine.restart();
  await whenStatus(runId, 'completed');
  expect(await eventsOf(runId, 'gate_opened')).toEqual([]);
  expect((await eventsOf(runId, 'node_interrupted')).map(({ attempt }) => attempt)).toEqual([1]);
});

test('marking a cut-off attempt as done gives its result to the nodes after it; skipping gives null', async () => {
  const nodes = {
    work: { type: 'cli', command: hang('exit 1') },
    use: { type: 'action', do: [{ type: 'compute', expression: 'work.result ?? "nothing"', store_as: 'used' }] },
  };
  const [done, skipped] = await Promise.all([startNodes(nodes), startNodes(nodes)]);
  await Promise.all([whenEvent(done, 'output'), whenEvent(skipped, 'output')]);
  await engine.restart();
  const values = { result: { ok: 1 } };
  await answerGate(house, {
    runId: done,
    gateId: (await whenAsked(done)).id,
    option: 'mark_done',
    values,
    actor: tester,
  });
  await answerGate(house, { runId: skipped, gateId: (await whenAsked(skipped)).id, option: 'skip', actor: tester });
  expect((await whenStatus(done, 'completed')).state.computed).toEqual({ used: { ok: 1 } });
  expect((await whenStatus(skipped, 'completed')).state.computed).toEqual({ used: 'nothing' });
});

test('a stop right after a start loses nothing: the run is taken up by the next engine', async () => {
  const runId = await startNodes({ done: { type: 'end', message: 'reached' } });
  await engine.restart();
  expect((await whenStatus(runId, 'completed')).message).toBe('reached');
});

test('a paused run stays paused over a restart', async () => {
  const runId = await startNodes({ ask: { type: 'gate', kind: 'approval' } });
  await whenAsked(runId);
  await pauseRun(house, { runId, actor: tester });
  await engine.restart();
  expect((await whenStatus(runId, 'paused')).gates).toMatchObject([{ status: 'open' }]);
});
