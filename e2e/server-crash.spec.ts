// The whole server killed right after it said "saved", and in the middle of work: nothing acknowledged is lost, and the
// run can be finished.
import { isProcessRunning } from '#lib/testing/clients/is-running.ts';
import {
  answer,
  expectOutput,
  expectStatus,
  expectWhole,
  openGate,
  readEvents,
  readRun,
  startRun,
} from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test('a run whose start was answered with 201 is there after a crash and goes on by itself', async ({ gatehouse }) => {
  const runId = await startRun(gatehouse, 'two-questions');
  await gatehouse.kill();
  await gatehouse.restart();
  await answer(gatehouse, await openGate(gatehouse, runId, 'first'), 'yes');
  await answer(gatehouse, await openGate(gatehouse, runId, 'second'), 'yes');
  await expectStatus(gatehouse, runId, 'completed');
  expectWhole(await readEvents(gatehouse, runId));
});

test('an answer that was accepted with 200 is kept by a crash and is not asked for again', async ({ gatehouse }) => {
  const runId = await startRun(gatehouse, 'two-questions');
  const first = await openGate(gatehouse, runId, 'first');
  expect((await answer(gatehouse, first, 'yes')).status).toBe(200);
  await gatehouse.kill();
  await gatehouse.restart();
  const second = await openGate(gatehouse, runId, 'second');
  const late = await answer(gatehouse, first, 'no');
  expect(late).toMatchObject({
    status: 409,
    body: { error: { code: 'gate_already_answered', details: { answer: { option: 'yes' } } } },
  });
  await answer(gatehouse, second, 'yes');
  await expectStatus(gatehouse, runId, 'completed');
  const events = await readEvents(gatehouse, runId);
  expectWhole(events);
  expect(events.filter(({ type }) => type === 'gate_answered')).toHaveLength(2);
});

test('a command that was running at a crash is gone afterwards, and a person decides about it', async ({
  gatehouse,
}) => {
  const runId = await startRun(gatehouse, 'long-command');
  await expectOutput(gatehouse, runId);
  const text = JSON.stringify(await readEvents(gatehouse, runId));
  const child = Number(/working as (\d+)/.exec(text)?.[1]);
  expect(isProcessRunning(child)).toBe(true);
  const before = await readEvents(gatehouse, runId);
  await gatehouse.kill();
  await gatehouse.restart();
  const gate = await openGate(gatehouse, runId, 'work');
  expect(gate.purpose).toBe('interrupted');
  expect(gate.options.map(({ id }) => id)).toEqual(['retry', 'skip', 'mark_done']);
  expect(isProcessRunning(child)).toBe(false);
  await answer(gatehouse, gate, 'retry');
  await expectStatus(gatehouse, runId, 'completed');
  const events = await readEvents(gatehouse, runId);
  expectWhole(events);
  expect(events.slice(0, before.length)).toEqual(before);
  expect((await readRun(gatehouse, runId)).message).toBe('The work is done.');
});
