// Background commands are the only children that survive the console, however it ends.
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isProcessRunning, toldPid } from '#lib/testing/clients/is-running.ts';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-background-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const script = `echo ${toldPid()} > .pid; mv .pid pid; while [ ! -e go ]; do sleep 0.05; done; echo told`;

async function whenWritten(place: string, name: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(place, () => existsSync(join(place, name)) && resolve());
  if (existsSync(join(place, name))) resolve();
  await promise;
  watcher.close();
}

/** A run whose background command has begun and is suspended; its engine is killed. */
async function killedWithCommand(data: string, place: string): Promise<{ run: string; pid: number }> {
  const nodes = { work: { type: 'cli', script, background: true } };
  const workspace = { path: place, mode: 'shared' };
  const source = JSON.stringify({ gatehouse: 1, name: 'Background', version: '1', workspace, nodes });
  const engine = startEngineProcess(data, null, { env: { GATEHOUSE_FOLDERS: place } });
  const { id: run } = await engine.ask({ do: 'start', source, inputs: {}, key: data });
  await whenWritten(place, 'pid');
  await whenSuspended(engine, run);
  expect(await engine.kill()).toBe('SIGKILL');
  return { run, pid: Number(readFileSync(join(place, 'pid'), 'utf8')) };
}

async function whenSuspended(engine: EngineProcess, run: string): Promise<void> {
  for (;;) {
    const { state } = await engine.ask({ do: 'state', run });
    if (state.active[0]?.phase === 'suspended') return;
  }
}

test.each([
  ['ends before the next console starts', true],
  ['ends after it', false],
])('a command outlives a killed console; its run goes on when it %s', async (_, isEarly) => {
  const place = mkdtempSync(join(directory, 'place-'));
  const data = `${place}-data`;
  const { run, pid } = await killedWithCommand(data, place);
  expect(isProcessRunning(pid)).toBe(true);
  const finish = () => writeFileSync(join(place, 'go'), '');
  if (isEarly) {
    finish();
    await whenWritten(join(data, 'runs/background', run, 'work/1-1'), 'exit.json');
  }
  const next = startEngineProcess(data, null);
  const { state: before } = await next.ask({ do: 'state', run });
  expect(before.nodes.work).toMatchObject({ attempts: 1 });
  if (!isEarly) finish();
  expect(await next.ask({ do: 'wait', run })).toMatchObject({ status: 'completed' });
  const { state } = await next.ask({ do: 'state', run });
  expect(state.outputs.work).toMatchObject({ stdout: 'told\n', exit_code: 0 });
  await next.end();
  expect(isProcessRunning(pid)).toBe(false);
});

test('the console that follows a killed one can still cancel it', async () => {
  const place = mkdtempSync(join(directory, 'place-'));
  const data = `${place}-data`;
  const { run, pid } = await killedWithCommand(data, place);
  const next = startEngineProcess(data, null);
  await next.ask({ do: 'cancel', run });
  expect(isProcessRunning(pid)).toBe(false);
  await next.end();
});
