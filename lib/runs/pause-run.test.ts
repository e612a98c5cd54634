import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tester } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../testing/scratch-engine.ts';
import { allEventsOf, eventsOf, startNodes, whenAsked, whenEvent, whenStatus } from '../testing/scratch-run.ts';
import { answerGate } from './answer-gate.ts';
import { cancelRun } from './cancel-run.ts';
import { pauseRun } from './pause-run.ts';
import { resumeRun } from './resume-run.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});

afterEach(() => engine.stop());

test('a pause lets the running attempt finish and starts nothing new; resuming goes on from there', async () => {
  const waitForGo = ['sh', '-c', 'until [ -e go ]; do sleep 0.02; done; echo went'];
  const runId = await startNodes({ first: { type: 'cli', command: waitForGo }, second: { type: 'end' } });
  await whenEvent(runId, 'node_started');
  await pauseRun(house, { runId, actor: tester });
  const paused = await whenStatus(runId, 'paused');
  expect(paused.nodes.first?.status).toBe('running');
  mkdirSync(paused.state.workspace, { recursive: true });
  writeFileSync(join(paused.state.workspace, 'go'), '');
  await whenEvent(runId, 'node_completed');
  await untilIdle(runId);
  expect((await allEventsOf(runId)).at(-1)).toMatchObject({ type: 'node_completed', node: 'first' });
  await resumeRun(house, { runId, actor: tester });
  const { state } = await whenStatus(runId, 'completed');
  expect(state.outputs.first).toMatchObject({ stdout: 'went\n' });
  expect((await eventsOf(runId, 'node_started')).map(({ node }) => node)).toEqual(['first', 'second']);
});

test('an answer given during a pause is kept, and acted on when the run is resumed', async () => {
  const runId = await startNodes({ ask: { type: 'gate', kind: 'approval' }, done: { type: 'end' } });
  const gate = await whenAsked(runId);
  await pauseRun(house, { runId, actor: tester });
  await answerGate(house, { runId, gateId: gate.id, option: 'yes', actor: tester });
  await untilIdle(runId);
  expect((await allEventsOf(runId)).at(-1)?.type).toBe('gate_answered');
  await engine.restart();
  await resumeRun(house, { runId, actor: tester });
  expect((await whenStatus(runId, 'completed')).state.user_responses.ask?.id).toBe('yes');
});

test('pausing twice and resuming a run that is not paused change nothing', async () => {
  const runId = await startNodes({ ask: { type: 'gate', kind: 'approval' } });
  await whenAsked(runId);
  await resumeRun(house, { runId, actor: tester });
  await pauseRun(house, { runId, actor: tester });
  await pauseRun(house, { runId, actor: tester });
  expect(await eventsOf(runId, 'run_resumed')).toHaveLength(0);
  expect(await eventsOf(runId, 'run_paused')).toHaveLength(1);
});

test('a loop of nodes that never wait can be paused and cancelled', async () => {
  const count = {
    type: 'action',
    do: [{ type: 'compute', expression: 'visit', store_as: 'n' }],
    max_visits: 1_000_000,
  };
  const runId = await startNodes({ a: { ...count, next: 'b' }, b: { ...count, next: 'a' } });
  await whenEvent(runId, 'node_completed');
  await pauseRun(house, { runId, actor: tester });
  await untilIdle(runId);
  expect((await allEventsOf(runId)).at(-1)?.type).toBe('run_paused');
  await resumeRun(house, { runId, actor: tester });
  await cancelRun(house, { runId, actor: tester });
  expect((await whenStatus(runId, 'cancelled')).status).toBe('cancelled');
});
