import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readZip } from '../../../e2e/fixtures/read-zip.ts';
import { calledRunId } from '../../engine/called-run.ts';
import { bundleOf } from '../../export/bundle.ts';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { whenStatus } from '../../testing/scratch-run.ts';
import { deleteRun } from '../delete-run.ts';
import { readRun } from '../read-run.ts';
import { forkRun } from '../rewind/fork-run.ts';
import { runAgain } from '../run-again.ts';
import { startRun } from '../start-run.ts';
import type { InputFile } from './file-inputs.ts';

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

const bytes = Buffer.from([0, 255, 10, 104, 105]);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const given = (name = 'report.pdf') => ({ report: { name, base64: bytes.toString('base64') } });
const read = {
  type: 'cli',
  command: ['sha256sum', '${inputs.report.path}'],
  save: { sum: '${split(result.stdout, " ")[0]}' },
};
const reading = (more: object = {}) =>
  JSON.stringify({
    gatehouse: 1,
    name: 'Reading',
    inputs: { report: { type: 'file', required: true } },
    nodes: { read },
    ...more,
  });
const start = (inputs: Record<string, unknown> = given(), source = reading()) =>
  startRun(house, { source, inputs, actor: tester });
const fileOf = async (id: string) => (await readRun(house, id)).inputs.report as InputFile;
const runFolders = () => {
  const root = join(engine.dataDirectory, 'runs', 'reading');
  return existsSync(root) ? readdirSync(root) : [];
};

test('a file is kept below its run, outside of the workspace, and a command reads it by its path', async () => {
  const { id } = await start();
  expect((await whenStatus(id, 'completed')).state.computed.sum).toBe(sha256);
  const path = join(engine.dataDirectory, 'runs', 'reading', id, 'inputs', 'report', 'report.pdf');
  expect(await fileOf(id)).toEqual({ name: 'report.pdf', path, type: 'application/octet-stream', size: 5, sha256 });
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

test.each(['../../../secret.key', '/etc/passwd', '..', 'a\\b/..\\c', '.partial-x'])(
  'a file called %s stays in its place',
  async (name) => {
    const { id } = await start(given(name));
    const { path } = await fileOf(id);
    const place = join(engine.dataDirectory, 'runs', 'reading', id, 'inputs', 'report');
    expect(readdirSync(place).map((one) => join(place, one))).toEqual([path]);
  },
);

test.each([
  ['a path', '/etc/passwd', 'must be a file with its bytes'],
  ['what a run knows of a file', { name: 'x', path: '/etc/passwd', size: 1 }, 'must be a file with its bytes'],
  ['bytes that are none', { name: 'x', base64: 'not base64!' }, 'not base64'],
  ['a file without a name', { name: ' ', base64: '' }, 'must be a file with its bytes'],
  [
    'more than 10 MB',
    { name: 'x', base64: Buffer.alloc(10 * 1024 * 1024 + 1).toString('base64') },
    'larger than 10 MB',
  ],
])('%s is refused, and nothing is left behind', async (_, report, message) => {
  await expect(start({ report })).rejects.toMatchObject({
    code: 'invalid_inputs',
    message: expect.stringContaining(message),
  });
  expect(runFolders()).toEqual([]);
});

test('a start that fails after the file was stored leaves no file', async () => {
  const source = reading({ require: [{ type: 'file_exists', path: '${inputs.report.path}.missing' }] });
  await expect(start(given(), source)).rejects.toMatchObject({ code: 'requirements_failed' });
  expect(runFolders()).toEqual([]);
});

test('of many starts with one Idempotency-Key only one keeps a file, and the same bytes are the same request', async () => {
  const request = { source: reading(), inputs: given(), actor: tester, idempotencyKey: 'once' };
  const started = await Promise.all(Array.from({ length: 5 }, () => startRun(house, request)));
  expect(new Set(started.map(({ id }) => id)).size).toBe(1);
  expect(await startRun(house, request)).toEqual(started[0]);
  expect(runFolders()).toEqual([started[0]?.id]);
  const other = { report: { name: 'report.pdf', base64: btoa('other') } };
  await expect(startRun(house, { ...request, inputs: other })).rejects.toMatchObject({ code: 'conflict' });
});

test('running again and forking copy the file; deleting one run leaves the others theirs', async () => {
  const { id } = await start();
  await whenStatus(id, 'completed');
  const again = await runAgain(house, { runId: id, actor: tester });
  const fork = await forkRun(house, { runId: id, at: 1, actor: tester });
  await whenStatus(again.id, 'completed');
  await whenStatus(fork.id, 'completed');
  const { path } = await fileOf(id);
  await deleteRun(house, { runId: id, actor: tester });
  expect(existsSync(path)).toBe(false);
  for (const one of [again.id, fork.id]) {
    const copy = await fileOf(one);
    expect(copy).toMatchObject({ name: 'report.pdf', sha256 });
    expect(copy.path).toContain(one);
    expect(readFileSync(copy.path).equals(bytes)).toBe(true);
    expect((await house.store.readRun(one))?.inputs.report).toEqual(copy);
  }
});

test('a call passes a file on, and the called run has a copy of its own', async () => {
  writeFileSync(join(workflows, 'child.yaml'), reading());
  const source = reading({
    nodes: { sub: { type: 'call', workflow: 'child', inputs: { report: '${inputs.report}' } } },
  });
  const { id } = await start(given(), source);
  await whenStatus(id, 'completed');
  const child = calledRunId(id, 'call:sub:1:1');
  expect((await readRun(house, child)).state.computed.sum).toBe(sha256);
  expect((await fileOf(child)).path).not.toBe((await fileOf(id)).path);
});

test('a call cannot hand over a file that its run was not given', async () => {
  writeFileSync(join(workflows, 'child.yaml'), reading());
  const report = { name: 'passwd', path: '/etc/passwd', type: 'text/plain', size: 1, sha256 };
  const source = reading({
    nodes: { sub: { type: 'call', workflow: 'child', inputs: { report }, on_failure: 'fail' } },
  });
  const { id } = await start(given(), source);
  expect((await whenStatus(id, 'failed')).message).toContain('must be a file with its bytes');
});

test('a bundle contains the file', async () => {
  const { id } = await start();
  await whenStatus(id, 'completed');
  const files = readZip(await buffer((await bundleOf(house, id)).stream));
  expect(files.get('inputs/report/report.pdf')?.equals(bytes)).toBe(true);
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '');
  expect(manifest.files).toContainEqual({ path: 'inputs/report/report.pdf', size: 5, sha256 });
});
