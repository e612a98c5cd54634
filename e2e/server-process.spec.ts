// The process that people start and stop: one for each data directory, clear words when it cannot start, a quick end.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessRunning } from '#lib/testing/clients/is-running.ts';
import { descendantsOf } from './fixtures/descendants.ts';
import { openStream, readStream } from './fixtures/event-stream.ts';
import { expectOutput, readEvents, startRun } from './fixtures/runs.ts';
import { spawnConsole } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

test('a second console on the same data directory is refused and the first one does not notice', async ({
  gatehouse,
}) => {
  const second = spawnConsole(gatehouse.env);
  expect(await second.exited).toBe(1);
  expect(second.output()).toContain(`Gatehouse is already running on ${gatehouse.data} (process ${gatehouse.pid})`);
  expect((await gatehouse.api('GET', '/api/health')).body).toEqual({ ok: true });
});

test('a taken port is told at once, with what to do about it', async ({ gatehouse }) => {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
  try {
    const { port } = new URL(gatehouse.address);
    const second = spawnConsole({ ...gatehouse.env, GATEHOUSE_DATA: data, PORT: port });
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`Port ${port} on 127.0.0.1 is taken by another program.`);
    expect(second.output()).toContain(`PORT=${Number(port) + 1} npm start`);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test('SIGTERM ends the console, its streams and its commands within 5 s', async ({ gatehouse }) => {
  const runId = await startRun(gatehouse, 'long-command');
  await expectOutput(gatehouse, runId);
  const child = Number(/working as (\d+)/.exec(JSON.stringify(await readEvents(gatehouse, runId)))?.[1]);
  expect(isProcessRunning(child)).toBe(true);
  const streams = await Promise.all([
    openStream(gatehouse, `/api/runs/${runId}/events`),
    openStream(gatehouse, '/api/events'),
  ]);
  const reading = streams.map((stream) => readStream(stream).catch(() => null));
  await gatehouse.stop();
  await Promise.all(reading);
  expect(isProcessRunning(child)).toBe(false);
});

test('Ctrl-C ends the console, its open stream and its commands within 5 s, and it can be started again', async ({
  gatehouse,
}) => {
  const { pid } = gatehouse;
  const runId = await startRun(gatehouse, 'long-command');
  await expectOutput(gatehouse, runId);
  const reading = readStream(await openStream(gatehouse, `/api/runs/${runId}/events`)).catch(() => null);
  const children = descendantsOf(pid);
  expect(children.length).toBeGreaterThan(0);
  process.kill(pid, 'SIGINT');
  await expect.poll(() => isProcessRunning(pid), { intervals: [50], timeout: 5_000 }).toBe(false);
  await reading;
  expect(children.filter(isProcessRunning)).toEqual([]);
  await gatehouse.restart();
});

test('wrong settings are all listed in one message', async () => {
  const wrong = spawnConsole({ PORT: 'eighty', GATEHOUSE_URL: 'console', GATEHOUSE_TOKEN: 'short' });
  expect(await wrong.exited).toBe(1);
  expect(wrong.output()).toMatch(/3 problem\(s\)/);
  for (const name of ['PORT', 'GATEHOUSE_URL', 'GATEHOUSE_TOKEN']) expect(wrong.output()).toContain(`- ${name} is`);
});
