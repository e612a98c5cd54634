// Two engines on one database: what several workers must keep to, whichever database they share.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.mjs';
import { type Engine, startEngine } from '../../console/boot.ts';
import type { Console } from '../../console/console.ts';
import { readEnv } from '../../env.ts';
import { createAlarm } from '../../stream/alarm.ts';
import { tester } from '../../testing/actors.ts';
import { answerGate } from '../answer-gate.ts';
import { pauseRun } from '../pause-run.ts';
import { readEvents } from '../read-events.ts';
import { readRun } from '../read-run.ts';
import { resumeRun } from '../resume-run.ts';
import { startRun } from '../start-run.ts';
import type { RunDetail } from '../views.ts';

let dataDirectory: string;
let engines: Engine[];
let one: Console;
let two: Console;

beforeEach(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-workers-'));
  migrate(join(dataDirectory, 'gatehouse.db'));
  const start = () => startEngine(readEnv({ GATEHOUSE_DATA: dataDirectory }));
  engines = [await start(), await start()];
  [one, two] = engines.map(({ house }) => house) as [Console, Console];
  const alive = new Set([one.worker.id, two.worker.id]);
  for (const { worker } of [one, two]) worker.isAlive = (id) => alive.has(id);
});

afterEach(async () => {
  for (const engine of engines) await engine.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function when(house: Console, runId: string, isSo: (run: RunDetail) => boolean): Promise<RunDetail> {
  const alarm = createAlarm();
  const stops = [one, two].map(({ notifier }) => notifier.onRunChange(runId, alarm.ring));
  try {
    for (;;) {
      const run = await readRun(house, runId);
      if (isSo(run)) return run;
      await alarm.wait(new AbortController().signal, 60_000);
    }
  } finally {
    for (const stop of stops) stop();
  }
}

const openGate = (run: RunDetail, node: string) =>
  run.gates.find((gate) => gate.status === 'open' && gate.node === node);
const actor = tester;

test('an answer that comes to a worker with an old state is taken, not refused', async () => {
  const source = `gatehouse: 1
name: Two gates
nodes:
  first: { type: gate, kind: question, message: First?, options: [{ id: go, label: Go }] }
  second: { type: gate, kind: question, message: Second?, options: [{ id: go, label: Go }] }
`;
  const { id } = await startRun(one, { source, actor });
  const first = openGate(await when(one, id, (run) => openGate(run, 'first') !== undefined), 'first');
  // The second worker has the run in memory from now on.
  await pauseRun(two, { runId: id, actor });
  await resumeRun(two, { runId: id, actor });
  await answerGate(one, { runId: id, gateId: first?.id ?? '', option: 'go', actor });
  const second = openGate(await when(one, id, (run) => openGate(run, 'second') !== undefined), 'second');
  const answered = await answerGate(two, { runId: id, gateId: second?.id ?? '', option: 'go', actor });
  expect(answered.answered).toBe(true);
  await when(two, id, ({ status }) => status === 'completed');
});

test('an attempt of a living worker is not called interrupted, and its result survives what others wrote meanwhile', async () => {
  const source = `gatehouse: 1
name: Beside
nodes:
  both: { type: parallel, branches: { left: work, right: ask }, next: done }
  work: { type: cli, command: [sh, -c, "echo once; until [ -e go-on ]; do :; done"], next: join }
  ask: { type: gate, kind: question, message: Well?, options: [{ id: go, label: Go }], next: join }
  done: { type: end }
`;
  const { id } = await startRun(one, { source, actor });
  const isAsking = (run: RunDetail) => openGate(run, 'ask') !== undefined && run.nodes.work?.status === 'running';
  const asking = await when(one, id, isAsking);
  const gate = openGate(asking, 'ask');
  const { workspace } = asking.state;
  await answerGate(two, { runId: id, gateId: gate?.id ?? '', option: 'go', actor });
  await when(two, id, (run) => run.nodes.ask?.status === 'completed');
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, 'go-on'), '');
  await when(one, id, ({ status }) => status === 'completed');
  const { events } = await readEvents(one, id, {});
  const ofWork = events.filter(({ node }) => node === 'work').map(({ type }) => type);
  expect(ofWork.filter((type) => type === 'node_started')).toHaveLength(1);
  expect(ofWork).not.toContain('node_interrupted');
  const claim = events.find((event) => event.type === 'node_started' && event.node === 'work');
  expect(claim?.data).toMatchObject({ worker: one.worker.id });
});

test('an attempt of a worker that is gone is interrupted by the one that looks', async () => {
  const source = `gatehouse: 1
name: Gone
nodes:
  work: { type: cli, command: [sleep, "600"] }
`;
  const { id } = await startRun(one, { source, actor });
  await when(one, id, (run) => run.nodes.work?.status === 'running');
  two.worker.isAlive = (worker) => worker === two.worker.id;
  two.queue.enqueue(id);
  const run = await when(two, id, (one) => one.gates.some(({ status }) => status === 'open'));
  expect(run.gates.find(({ status }) => status === 'open')).toMatchObject({ purpose: 'interrupted', node: 'work' });
});
