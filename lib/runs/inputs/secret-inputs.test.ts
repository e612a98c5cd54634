import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calledRunId } from '../../engine/called-run.ts';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { allEventsOf, eventsOf, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { cancelRun } from '../cancel-run.ts';
import { deleteRun } from '../delete-run.ts';
import { readRun } from '../read-run.ts';
import { forkRun } from '../rewind/fork-run.ts';
import { runAgain } from '../run-again.ts';
import { startRun } from '../start-run.ts';

let engine: ScratchEngine;
let workflows: string;

beforeEach(async () => {
  workflows = mkdtempSync(join(tmpdir(), 'gatehouse-workflows-'));
  engine = await startScratchEngine({ GATEHOUSE_WORKFLOWS: workflows });
});

afterEach(async () => {
  await engine.stop();
  rmSync(workflows, { recursive: true });
});

const value = 'hunter2-hunter2';
/** A program can say how long a secret is, and nobody is the wiser. */
const length = {
  type: 'cli',
  command: [process.execPath, '-e', 'console.log(process.env.KEY.length)'],
  env: { KEY: '${inputs.key}' },
  save: { length: '${result.stdout}' },
};
const keyed = (nodes: object = { length }, input: object = {}) =>
  JSON.stringify({ gatehouse: 1, name: 'Keyed', inputs: { key: { type: 'secret', ...input } }, nodes });
const start = (source = keyed(), inputs: Record<string, unknown> = { key: value }) =>
  startRun(house, { source, inputs, actor: tester });
const lengthIn = async (id: string) => (await whenStatus(id, 'completed')).state.computed.length;

test('running again uses the secret of the earlier run, or the new one that is given', async () => {
  const { id } = await start();
  expect(await lengthIn(id)).toBe('15\n');
  await engine.restart();
  const again = await runAgain(house, { runId: id, actor: tester });
  expect(await lengthIn(again.id)).toBe('15\n');
  const other = await runAgain(house, { runId: id, actor: tester, inputs: { key: 'other' } });
  expect(await lengthIn(other.id)).toBe('5\n');
  const markers = await Promise.all([id, again.id].map(async (run) => (await readRun(house, run)).inputs.key));
  expect(new Set(markers).size).toBe(2);
});

test('a fork has the secret, and keeps it when the other run is deleted', async () => {
  const { id } = await start(keyed({ ask: { type: 'gate', kind: 'approval' }, length }));
  await whenAsked(id);
  const [created] = await eventsOf(id, 'run_created');
  const fork = await forkRun(house, { runId: id, at: created?.seq ?? 0, actor: tester });
  await cancelRun(house, { runId: id, actor: tester });
  await deleteRun(house, { runId: id, actor: tester });
  expect(await house.store.readSealed(id)).toBeNull();
  await whenAsked(fork.id);
  await engine.restart();
  const again = await runAgain(house, { runId: fork.id, actor: tester });
  await whenAsked(again.id);
  expect((await readRun(house, again.id)).inputs.key).toMatch(/^\[secret key/);
});

test('a call passes a secret on to a secret, and only its marker to anything else', async () => {
  const inputs = { key: { type: 'secret' }, word: { type: 'string' } };
  const done = { type: 'end', message: '${inputs.word}' };
  writeFileSync(
    join(workflows, 'child.yaml'),
    JSON.stringify({ gatehouse: 1, name: 'Child', inputs, nodes: { length, done } }),
  );
  const passed = { key: 'Bearer ${inputs.key}', word: '${inputs.key}' };
  const { id } = await start(keyed({ sub: { type: 'call', workflow: 'child', inputs: passed } }));
  await whenStatus(id, 'completed');
  const child = calledRunId(id, 'call:sub:1:1');
  expect(await lengthIn(child)).toBe(`${'Bearer '.length + 15}\n`);
  expect((await readRun(house, child)).message).toBe((await readRun(house, id)).inputs.key);
  expect(JSON.stringify([await allEventsOf(id), await allEventsOf(child)])).not.toContain(value);
});

test('an inline call gives the marker back with the data it shares', async () => {
  const nodes = { more: { type: 'action', do: [{ type: 'set_flag', flag: 'seen', value: true }] } };
  writeFileSync(join(workflows, 'child.yaml'), JSON.stringify({ gatehouse: 1, name: 'Child', nodes }));
  const { id } = await start(
    keyed({
      keep: { type: 'action', do: [{ type: 'compute', expression: 'inputs.key', store_as: 'copy' }] },
      sub: { type: 'call', workflow: 'child', mode: 'inline' },
      length: { ...length, env: { KEY: '${computed.copy}' } },
    }),
  );
  expect(await lengthIn(id)).toBe('15\n');
});

test('the same Idempotency-Key with the same secret is the same request, with another one it is not', async () => {
  const request = { source: keyed(), actor: tester, idempotencyKey: 'once' };
  const first = await startRun(house, { ...request, inputs: { key: value } });
  expect(await startRun(house, { ...request, inputs: { key: value } })).toEqual(first);
  await expect(startRun(house, { ...request, inputs: { key: 'hunter3-hunter3' } })).rejects.toMatchObject({
    code: 'conflict',
  });
  const { key } = (await readRun(house, first.id)).inputs;
  await expect(startRun(house, { ...request, inputs: { key } })).rejects.toMatchObject({ code: 'conflict' });
});

test.each([
  ['too short to be found again', 'abc', 'must have at least 4 characters'],
  ['a word of the file', 'Keyed', 'is a word of the workflow or of its log'],
  ['a word that the log is made of', 'completed', 'is a word of the workflow or of its log'],
  ['part of one', 'mplete', 'is a word of the workflow or of its log'],
  ['no text', 12345, 'must be text'],
])('a secret that is %s is refused, and its value is not repeated', async (_, key, message) => {
  const error = await start(keyed(), { key }).catch((one) => one);
  expect(error).toMatchObject({ code: 'invalid_inputs', details: { problems: [{ input: 'key' }] } });
  expect(error.message).toContain(message);
  if (key !== 'completed') expect(error.message).not.toContain(String(key));
  expect((await house.store.listRuns({})).runs).toEqual([]);
});

test('an optional secret that nobody gave is null, and nothing is sealed', async () => {
  const source = keyed({ done: { type: 'end', message: '${inputs.key ?? "none"}' } });
  const { id } = await start(source, { key: '' });
  expect(await whenStatus(id, 'completed')).toMatchObject({ message: 'none', inputs: { key: null } });
  expect(await house.store.readSealed(id)).toBeNull();
});

test('without its key a run goes on to where the secret is needed, and a person is asked', async () => {
  const { id } = await start(
    keyed({ ask: { type: 'gate', kind: 'info', auto_continue: true, message: 'x' }, length }, {}),
  );
  await whenStatus(id, 'completed');
  rmSync(join(engine.dataDirectory, 'secret.key'));
  await engine.restart();
  await expect(runAgain(house, { runId: id, actor: tester })).rejects.toMatchObject({
    code: 'invalid_inputs',
    message: expect.stringContaining('must be given again'),
  });
  const fork = await forkRun(house, { runId: id, at: 1, actor: tester });
  await whenAsked(fork.id);
  const [failed] = await eventsOf(fork.id, 'node_failed');
  expect(failed?.data.error).toMatchObject({ code: 'secret_lost', message: expect.stringContaining('"key"') });
  await cancelRun(house, { runId: fork.id, actor: tester });
  await whenStatus(fork.id, 'cancelled');
});
