import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { calledRunId } from '../../engine/called-run.ts';
import type { RunEvent } from '../../engine/events.ts';
import { isTerminal } from '../../engine/state.ts';
import type { Commit } from '../../store/contract/commits.ts';
import type { GateRecord } from '../../store/contract/gates.ts';
import { tester } from '../../testing/actors.ts';
import { house, wrapStore } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle, untilStatus } from '../../testing/scratch-engine.ts';
import { answerGate } from '../answer-gate.ts';
import { pauseRun } from '../pause-run.ts';
import { forgetRun, stateAt } from '../work/live-run.ts';
import { findStuckRuns, pageOfStuckRuns, takeUpStuckRuns } from './stuck-runs.ts';

const asks = `
gatehouse: 1
name: Asks
nodes:
  ask: { type: gate, kind: question, message: Go on?, options: [{ id: go, label: Go }] }
  done: { type: end, outcome: success, message: Went on }
`;
const waitsFor = (what: string) => `
gatehouse: 1
name: Waits
nodes:
  rest: { type: wait, ${what} }
`;
const calls = `
gatehouse: 1
name: Calls
nodes:
  other: { type: call, workflow: asks }
`;

let engine: ScratchEngine;
let workflows: string;
beforeAll(() => {
  workflows = mkdtempSync(join(tmpdir(), 'gatehouse-workflows-'));
  writeFileSync(join(workflows, 'asks.yaml'), asks);
});
afterAll(() => rmSync(workflows, { recursive: true }));
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  engine = await startScratchEngine({ GATEHOUSE_WORKFLOWS: workflows });
});
afterEach(async () => {
  await engine.stop();
  vi.restoreAllMocks();
});

const found = async (now?: number) => (await findStuckRuns(house, now)).map(({ id }) => id);
const stuckWarnings = async (runId: string) =>
  (await engine.store.readEvents(runId, { limit: 100, types: ['warning'] })).filter(
    (event) => event.type === 'warning' && event.data.code === 'stuck',
  );

async function settledGate(source: string): Promise<GateRecord> {
  const run = await engine.settle(source);
  const [gate] = await engine.store.listGates({ run });
  if (!gate) throw new Error('no gate was opened');
  return gate;
}

/** Writes behind the engine's back: nobody is asked to work on the run. */
async function force(runId: string, commit: Partial<Commit>, event?: Partial<RunEvent>) {
  const { seq } = (await engine.store.readRun(runId)) ?? { seq: 0 };
  const events = event ? [{ ...event, seq: seq + 1, at: new Date().toISOString() } as RunEvent] : [];
  expect(await engine.store.commit({ runId, expectedSeq: seq, events, ...commit })).toEqual({ ok: true });
  forgetRun(house, runId);
}

/** The answer is durable, and the process died before the run was queued again. */
async function answerWithoutQueueing(gate: GateRecord) {
  const answer = { option: 'go', values: {}, comment: null, by: 'tester', via: 'api', at: new Date().toISOString() };
  await force(
    gate.run,
    { row: { status: 'running' }, gates: [{ ...gate, status: 'answered', answer }] },
    { type: 'gate_answered', node: gate.node, visit: gate.visit, data: { gate: gate.id, answer, shown: '' } },
  );
}

test('a run that nothing will move is found, taken up with a warning, and goes on to its end', async () => {
  const gate = await settledGate(asks);
  expect(await found()).toEqual([]);
  await answerWithoutQueueing(gate);
  expect(await found()).toEqual([gate.run]);
  await takeUpStuckRuns(house);
  await untilStatus(gate.run, isTerminal);
  expect(await engine.store.readRun(gate.run)).toMatchObject({ status: 'completed', message: 'Went on' });
  expect(await stuckWarnings(gate.run)).toHaveLength(1);
  expect(await found()).toEqual([]);
});

test('stuck runs are told page by page, each once, also when one of them is taken up in between', async () => {
  const gates = [await settledGate(asks), await settledGate(asks), await settledGate(asks)];
  for (const gate of gates) await answerWithoutQueueing(gate);
  const ids = gates.map(({ run }) => run).sort();
  const first = await pageOfStuckRuns(house, { limit: 1 });
  expect(first.runs.map(({ id }) => id)).toEqual(ids.slice(0, 1));
  house.queue.enqueue(ids[0] as string);
  await untilStatus(ids[0] as string, isTerminal);
  const rest = await pageOfStuckRuns(house, { limit: 2, cursor: first.next ?? '' });
  expect([rest.runs.map(({ id }) => id), rest.next]).toEqual([ids.slice(1), null]);
  await expect(pageOfStuckRuns(house, { cursor: '' })).rejects.toMatchObject({ code: 'bad_request' });
});

test('a run that is stuck again is not taken up a second time but stays in sight', async () => {
  const gate = await settledGate(asks);
  const loseGate = () => force(gate.run, { row: { waitingOn: null }, gates: [{ ...gate, status: 'closed' }] });
  await loseGate();
  for (let look = 0; look < 2; look++) {
    await takeUpStuckRuns(house);
    await untilIdle(gate.run);
    await loseGate();
    expect(await found()).toEqual([gate.run]);
  }
  expect(await stuckWarnings(gate.run)).toHaveLength(1);
});

test('ordinary runs are never stuck: asking, paused, ended, or waiting for a time or a signal', async () => {
  await settledGate(asks);
  const paused = await settledGate(asks);
  await pauseRun(house, { runId: paused.run, actor: tester });
  const ended = await settledGate(asks);
  await answerGate(house, { runId: ended.run, gateId: ended.id, option: 'go', actor: tester });
  await engine.settle(waitsFor('for: 1h'));
  await engine.settle(waitsFor('signal: ready'));
  await engine.settle(calls);
  await Promise.all([paused.run, ended.run].map((id) => untilIdle(id)));
  expect(await found()).toEqual([]);
});

// both → breaks, ask; `breaks` has failed and waits for `ask` before anybody is asked about it
test('a branch that failed and waits for the others is not stuck', async () => {
  await settledGate(`
gatehouse: 1
name: Two ways
nodes:
  both: { type: parallel, branches: { a: breaks, b: ask }, next: done }
  breaks: { type: cli, command: ["false"], next: join }
  ask: { type: gate, message: Well?, next: join }
  done: { type: end }
`);
  expect(await found()).toEqual([]);
});

test('a run that nothing moves is found though its budget of time would bring it up some day', async () => {
  const gate = await settledGate(asks.replace('nodes:', 'budget: { time: 2d }\nnodes:'));
  expect(await found()).toEqual([]);
  await answerWithoutQueueing(gate);
  expect(await found()).toEqual([gate.run]);
});

test('a run that stands in the queue is not stuck', async () => {
  const gate = await settledGate(asks);
  await answerWithoutQueueing(gate);
  const look = found();
  house.queue.enqueue(gate.run);
  expect(await look).toEqual([]);
});

test('a run whose time has passed without anybody looking is stuck', async () => {
  const runId = await engine.settle(waitsFor('for: 1h'));
  const wakeAt = Date.parse((await engine.store.readRun(runId))?.wakeAt ?? '');
  expect(await found(wakeAt + 29_000)).toEqual([]);
  expect(await found(wakeAt + 31_000)).toEqual([runId]);
});

test('a run whose called run ended without telling it is stuck, and hears of it when it is taken up', async () => {
  const caller = await engine.settle(calls);
  const signal = (await stateAt(house, caller))?.active[0]?.wait?.signal ?? '';
  const called = calledRunId(caller, signal);
  await untilStatus(called, (status) => status === 'waiting');
  await untilIdle(called);
  const [gate] = await engine.store.listGates({ run: called });
  expect(await found()).toEqual([]);
  await force(
    called,
    { row: { status: 'completed' }, gates: gate ? [{ ...gate, status: 'closed' }] : [] },
    { type: 'run_completed', data: { outcome: 'success', message: null } },
  );
  expect(await found()).toEqual([caller]);
  await takeUpStuckRuns(house);
  await untilStatus(caller, isTerminal);
  expect(await engine.store.readRun(caller)).toMatchObject({ status: 'completed' });
});

test('D3 of runs that wait for called runs nothing is read again as long as those are live: one question for all', async () => {
  const callers = [await engine.settle(calls), await engine.settle(calls), await engine.settle(calls)];
  expect(await found()).toEqual([]);
  const asked: string[] = [];
  wrapStore(
    (store) =>
      new Proxy(store, {
        get(target, name: keyof typeof store) {
          const method = target[name];
          if (typeof method !== 'function') return method;
          return (...given: never[]) => {
            asked.push(name);
            return (method as (...given: never[]) => unknown)(...given);
          };
        },
      }),
  );
  expect(await found()).toEqual([]);
  expect(asked).toEqual(['listIdleRuns', 'readStandings']);
  expect(await engine.store.readStandings(callers)).toHaveLength(3);
});
