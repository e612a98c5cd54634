import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calledRunId } from '../../engine/called-run.ts';
import { somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../../testing/scratch-engine.ts';
import { allEventsOf, eventsOf, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { cancelRun } from '../cancel-run.ts';
import { deleteRun } from '../delete-run.ts';
import { pauseRun } from '../pause-run.ts';
import { readRun } from '../read-run.ts';
import { resumeRun } from '../resume-run.ts';
import { forkRun } from '../rewind/fork-run.ts';
import { restartRun } from '../rewind/restart-run.ts';
import { rollbackRun } from '../rewind/rollback-run.ts';
import { startRun } from '../start-run.ts';
import { findStuckRuns, takeUpStuckRuns } from '../upkeep/stuck-runs.ts';

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

const source = (concurrency: unknown) =>
  JSON.stringify({
    gatehouse: 1,
    name: 'In line',
    inputs: { branch: { default: 'main' } },
    concurrency,
    nodes: { ask: { type: 'gate', message: 'Go on?' }, done: { type: 'end' } },
  });

const one = source({ limit: 1 });

/** One after the other, so that their order is that of their starts; each has been looked at. */
async function start(text: string, count: number, inputs: Record<string, unknown> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await startRun(house, { source: text, inputs, actor: tester });
    await untilIdle(id);
    ids.push(id);
    await untilNextMillisecond();
  }
  return ids;
}

/** Runs that are created in the same millisecond are in no order that a test could name. */
async function untilNextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await new Promise(setImmediate);
}

async function finish(runId: string): Promise<void> {
  const gate = await whenAsked(runId);
  await answerGate(house, { runId, gateId: gate.id, option: 'yes', actor: somebody('ada') });
  await whenStatus(runId, 'completed');
}

const statuses = (ids: string[]) => Promise.all(ids.map(async (id) => (await readRun(house, id)).status));

test('no more runs than the limit work at once; the others are queued and say that they wait for a slot', async () => {
  const ids = await start(source({ limit: 2 }), 4);
  expect(await statuses(ids)).toEqual(['waiting', 'waiting', 'queued', 'queued']);
  expect((await readRun(house, ids[2] as string)).message).toBe('waiting for a slot');
  await finish(ids[1] as string);
  const third = await whenStatus(ids[2] as string, 'waiting');
  expect(third.message).toBe('Go on?');
  expect(await statuses(ids)).toEqual(['waiting', 'completed', 'waiting', 'queued']);
});

test('runs begin in the order in which they were started, each when the one before it has left', async () => {
  const ids = await start(one, 5);
  for (const id of ids) await finish(id);
  const began = await Promise.all(ids.map(async (id) => (await eventsOf(id, 'run_started'))[0]?.at ?? ''));
  expect(began).toEqual(began.toSorted());
});

test('many that are started in one moment never exceed the limit, and all of them come to their end', async () => {
  const text = JSON.stringify({
    ...JSON.parse(source({ limit: 3 })),
    nodes: { pause: { type: 'wait', for: '50ms' }, done: { type: 'end' } },
  });
  const started = await Promise.all(Array.from({ length: 30 }, () => startRun(house, { source: text, actor: tester })));
  await Promise.all(started.map(({ id }) => whenStatus(id, 'completed')));
  const events = (await Promise.all(started.map(({ id }) => allEventsOf(id)))).flat();
  const turns = events
    .filter(({ type }) => type === 'run_started' || type === 'run_completed')
    // An end of the same millisecond came before the beginning it made room for.
    .sort((a, b) => a.at.localeCompare(b.at) || a.type.localeCompare(b.type));
  let working = 0;
  const most = Math.max(...turns.map(({ type }) => (working += type === 'run_started' ? 1 : -1)));
  expect(most).toBe(3);
});

test('runs with different keys do not wait for each other; the key is worked out from the inputs', async () => {
  const text = source({ key: '${inputs.branch}', limit: 1 });
  const main = await start(text, 2, { branch: 'main' });
  const side = await start(text, 2, { branch: 'side' });
  expect(await statuses([...main, ...side])).toEqual(['waiting', 'queued', 'waiting', 'queued']);
  await finish(side[0] as string);
  await whenStatus(side[1] as string, 'waiting');
  expect(await statuses(main)).toEqual(['waiting', 'queued']);
});

test('a run that is cancelled, begun or not, makes room for the next', async () => {
  const [first, second, third] = (await start(one, 3)) as [string, string, string];
  await cancelRun(house, { runId: second, actor: somebody('ada') });
  expect((await readRun(house, second)).status).toBe('cancelled');
  expect((await readRun(house, third)).status).toBe('queued');
  await cancelRun(house, { runId: first, actor: somebody('ada') });
  await whenStatus(third, 'waiting');
});

test('a run that is deleted the moment it is cancelled makes room for the next', async () => {
  const [first, second] = (await start(one, 2)) as [string, string];
  await cancelRun(house, { runId: first, actor: somebody('ada') });
  await deleteRun(house, { runId: first, actor: tester });
  await whenStatus(second, 'waiting');
});

test('a paused run keeps its slot; one that is paused before its turn lets the others pass until it is resumed', async () => {
  const [first, second, third] = (await start(one, 3)) as [string, string, string];
  await pauseRun(house, { runId: first, actor: somebody('ada') });
  await pauseRun(house, { runId: second, actor: somebody('ada') });
  await Promise.all([untilIdle(first), untilIdle(second), untilIdle(third)]);
  expect(await statuses([first, second, third])).toEqual(['paused', 'paused', 'queued']);
  await resumeRun(house, { runId: first, actor: somebody('ada') });
  await finish(first);
  await whenStatus(third, 'waiting');
  await resumeRun(house, { runId: second, actor: somebody('ada') });
  await untilIdle(second);
  expect(await statuses([second, third])).toEqual(['queued', 'waiting']);
  await finish(third);
  await whenStatus(second, 'waiting');
});

test('the line survives a restart: slots stay held, and the next begins when one is free', async () => {
  const [first, second, third] = (await start(one, 3)) as [string, string, string];
  await engine.restart();
  await Promise.all([untilIdle(first), untilIdle(second), untilIdle(third)]);
  expect(await statuses([first, second, third])).toEqual(['waiting', 'queued', 'queued']);
  await finish(first);
  await whenStatus(second, 'waiting');
  expect((await readRun(house, third)).status).toBe('queued');
});

test('a queued run that waits for a slot is not stuck, and nobody disturbs it', async () => {
  const [, second] = (await start(one, 2)) as [string, string];
  expect(house.queue.has(second)).toBe(false);
  expect(await findStuckRuns(house, Date.now() + 3_600_000)).toEqual([]);
  await takeUpStuckRuns(house);
  expect(await eventsOf(second, 'warning')).toEqual([]);
});

test('a fork stands in the same line as the run it comes from', async () => {
  const [first] = (await start(one, 1)) as [string];
  const { id } = await forkRun(house, { runId: first, at: (await readRun(house, first)).seq, actor: somebody('ada') });
  await untilIdle(id);
  expect((await readRun(house, id)).status).toBe('queued');
  await finish(first);
  await whenStatus(id, 'waiting');
});

test.each([
  ['restarted', (runId: string) => restartRun(house, { runId, node: 'ask', actor: somebody('ada') })],
  ['rolled back', (runId: string) => rollbackRun(house, { runId, checkpoint: 'mark', actor: somebody('ada') })],
])('an ended run that is %s waits for its turn again', async (_, rewindRun) => {
  const { nodes, ...rest } = JSON.parse(one);
  const text = JSON.stringify({ ...rest, nodes: { mark: { type: 'checkpoint' }, ...nodes } });
  const [first, second] = (await start(text, 2)) as [string, string];
  await finish(first);
  await whenStatus(second, 'waiting');
  expect(await rewindRun(first)).toEqual({ status: 'queued' });
  await untilIdle(first);
  expect(await statuses([first, second])).toEqual(['queued', 'waiting']);
  expect((await readRun(house, first)).message).toBe('waiting for a slot');
  await finish(second);
  await finish(first);
  expect(await eventsOf(first, 'run_started')).toHaveLength(2);
});

test('a restarted run that had not ended keeps its slot', async () => {
  const [first] = (await start(one, 2)) as [string, string];
  expect(await restartRun(house, { runId: first, node: 'ask', actor: somebody('ada') })).toEqual({ status: 'running' });
  await finish(first);
});

test('an ended run whose line is free begins again at once, also after a restart of the console', async () => {
  const [first] = (await start(one, 1)) as [string];
  await finish(first);
  await restartRun(house, { runId: first, node: 'ask', actor: somebody('ada') });
  await whenAsked(first);
  await engine.restart();
  await finish(first);
});

test('a run that calls its own workflow does not wait for itself, and its called runs take no further slots', async () => {
  const text = JSON.stringify({
    gatehouse: 1,
    name: 'Deep',
    inputs: { depth: { type: 'integer', default: 2 } },
    concurrency: { limit: 1 },
    nodes: {
      more: { type: 'if', condition: 'inputs.depth > 0', then: 'sub', else: 'ask' },
      sub: { type: 'call', workflow: 'deep', inputs: { depth: '${inputs.depth - 1}' }, next: 'done' },
      ask: { type: 'gate', message: 'Go on?' },
      done: { type: 'end' },
    },
  });
  await writeFile(join(workflows, 'deep.yaml'), text);
  const first = (await startRun(house, { workflow: 'deep', actor: tester })).id;
  await untilNextMillisecond();
  const second = (await startRun(house, { workflow: 'deep', inputs: { depth: 0 }, actor: tester })).id;
  const middle = calledRunId(first, 'call:sub:1:1');
  const inmost = calledRunId(middle, 'call:sub:1:1');
  await whenStatus(middle, 'running');
  const gate = await whenAsked(inmost);
  expect((await readRun(house, second)).status).toBe('queued');
  await answerGate(house, { runId: inmost, gateId: gate.id, option: 'yes', actor: somebody('ada') });
  await Promise.all([inmost, middle, first].map((id) => whenStatus(id, 'completed')));
  await whenStatus(second, 'waiting');
});

test('a key that cannot be worked out is refused before anything exists', async () => {
  const text = source({ key: '${run.nothing.here}', limit: 1 });
  await expect(startRun(house, { source: text, actor: tester })).rejects.toMatchObject({
    code: 'invalid_inputs',
  });
  expect((await engine.store.listRuns({})).runs).toEqual([]);
});
