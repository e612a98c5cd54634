import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../../testing/scratch-engine.ts';
import { eventsOf, whenAsked, whenEvent, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { readRun } from '../read-run.ts';
import { startRun } from '../start-run.ts';
import { findStuckRuns } from '../upkeep/stuck-runs.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});

afterEach(() => engine.stop());

async function start(time: string, nodes: Record<string, unknown>): Promise<string> {
  const source = JSON.stringify({ gatehouse: 1, name: 'Long work', budget: { time }, nodes });
  return (await startRun(house, { source, actor: tester })).id;
}

const answer = (runId: string, gateId: string, option: string) =>
  answerGate(house, { runId, gateId, option, actor: somebody('ada') });

/** How long after its beginning the run was asked about. */
async function askedAfter(runId: string): Promise<number> {
  const [begun] = await eventsOf(runId, 'run_started');
  const [asked] = await eventsOf(runId, 'gate_opened');
  return Date.parse(asked?.at ?? '') - Date.parse(begun?.at ?? '');
}

// The program works until somebody writes the file `go`.
const untilTold = { type: 'cli', command: ['sh', '-c', 'until [ -e go ]; do sleep 0.02; done'] };

test('an attempt at work finishes, nothing new begins, and "continue" lets the run go on', async () => {
  const id = await start('300ms', { work: untilTold, next: { type: 'end' } });
  const gate = await whenAsked(id);
  expect(gate).toMatchObject({ purpose: 'budget', slot: 'run', node: 'work' });
  expect(await askedAfter(id)).toBeGreaterThanOrEqual(300);
  expect((await readRun(house, id)).status).toBe('running');
  const { workspace } = (await readRun(house, id)).state;
  // On a busy machine the question may come before the work has its folder.
  await vi.waitUntil(() => existsSync(workspace), { timeout: 20_000 });
  writeFileSync(join(workspace, 'go'), '');
  const held = await whenStatus(id, 'waiting');
  expect(held).toMatchObject({ message: gate.message, nodes: { work: { status: 'completed' } } });
  await untilIdle(id);
  expect(await findStuckRuns(house, Date.now() + 3_600_000)).toEqual([]);
  expect((await readRun(house, id)).nodes.next).toBeUndefined();
  await answer(id, gate.id, 'continue');
  await whenStatus(id, 'completed');
});

test('"abort" cancels the run and ends what is at work', async () => {
  const id = await start('200ms', { work: untilTold });
  const gate = await whenAsked(id);
  await answer(id, gate.id, 'abort');
  const run = await whenStatus(id, 'cancelled');
  expect(run.message).toBe('aborted by ada: the budget of the run was used up');
  await untilIdle(id);
});

test('the time goes on over a restart, and the gate stays as it was over another', async () => {
  const id = await start('400ms', { rest: { type: 'wait', signal: 'ready' } });
  await whenEvent(id, 'node_started');
  await engine.restart();
  const gate = await whenAsked(id);
  expect(await askedAfter(id)).toBeGreaterThanOrEqual(400);
  await engine.restart();
  expect(await whenAsked(id)).toEqual(gate);
  await answer(id, gate.id, 'continue');
  const again = await whenEvent(id, 'gate_opened', (event) => event.data.gate.id !== gate.id);
  const [given] = await eventsOf(id, 'gate_answered');
  expect(Date.parse(again.at) - Date.parse(given?.at ?? '')).toBeGreaterThanOrEqual(400);
});
