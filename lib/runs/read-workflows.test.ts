import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tester } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { sourceOf } from '../testing/scratch-run.ts';
import { loadWorkflow } from '../workflow/load.ts';
import { executesOf, listWorkflows, readWorkflow } from './read-workflows.ts';
import { saveWorkflow } from './save-workflow.ts';
import { startRun } from './start-run.ts';

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

test('a file that cannot be read is one problem in the list, not the end of it', async () => {
  mkdirSync(join(workflows, 'folder.yaml'));
  writeFileSync(join(workflows, 'good.yaml'), sourceOf({ done: { type: 'end' } }));
  expect(await listWorkflows(house, null)).toMatchObject([
    { workflow: 'folder', ok: false, problems: [{ code: 'unreadable' }] },
    { workflow: 'good', ok: true },
  ]);
});

test('a folder holds .yaml, .yml and .json files, each called by its stem and told with its format', async () => {
  const source = sourceOf({ done: { type: 'end' } });
  for (const name of ['a.yaml', 'b.yml', 'c.json', 'd.txt', '.hidden.yaml'])
    writeFileSync(join(workflows, name), source);
  writeFileSync(join(workflows, 'e.json'), '{ "colour": "red" }');
  const listed = (await listWorkflows(house, null)).map(({ workflow, file, format, ok }) => [
    workflow,
    file,
    format,
    ok,
  ]);
  expect(listed).toEqual([
    ['a', 'a.yaml', 'gatehouse', true],
    ['b', 'b.yml', 'gatehouse', true],
    ['c', 'c.json', 'gatehouse', true],
    ['e', 'e.json', 'unknown', false],
  ]);
  expect(await startRun(house, { workflow: 'c', actor: tester })).toMatchObject({ id: expect.any(String) });
});

test('two files of one stem are an error on both, and neither is started or saved over', async () => {
  const source = sourceOf({ done: { type: 'end' } });
  for (const name of ['twice.yaml', 'twice.json', 'once.yaml']) writeFileSync(join(workflows, name), source);
  const message = (other: string) => `${other} would be called "twice" too, so neither can be used`;
  expect(await listWorkflows(house, null)).toMatchObject([
    { file: 'once.yaml', ok: true, problems: [] },
    {
      file: 'twice.json',
      ok: false,
      problems: [{ code: 'duplicate_stem', file: 'twice.json', message: message('twice.yaml') }],
    },
    {
      file: 'twice.yaml',
      ok: false,
      problems: [{ code: 'duplicate_stem', file: 'twice.yaml', message: message('twice.json') }],
    },
  ]);
  expect(await readWorkflow(house, 'twice', null)).toMatchObject({ ok: false, graph: null });
  await expect(startRun(house, { workflow: 'twice', actor: tester })).rejects.toMatchObject({
    code: 'invalid_workflow',
  });
  const saving = saveWorkflow(house, { workflow: 'twice', source, ifMatch: null, actor: tester });
  await expect(saving).rejects.toMatchObject({ code: 'conflict' });
});

test('a workflow is saved into the file that it was read from; a new one that is JSON into a .json', async () => {
  const source = sourceOf({ done: { type: 'end' } });
  writeFileSync(join(workflows, 'old.yml'), source);
  const { etag } = await readWorkflow(house, 'old', null);
  await saveWorkflow(house, { workflow: 'old', source: `${source}\n`, ifMatch: etag, actor: tester });
  const json = '{ "gatehouse": 1, "name": "New", "nodes": { "done": { "type": "end" } } }';
  await saveWorkflow(house, { workflow: 'new', source: json, ifMatch: null, actor: tester });
  expect((await listWorkflows(house, null)).map(({ file }) => file)).toEqual(['new.json', 'old.yml']);
});

test('an idempotency key that was used for another request is refused', async () => {
  for (const name of ['one', 'two'])
    writeFileSync(join(workflows, `${name}.yaml`), sourceOf({ done: { type: 'end' } }));
  const start = (workflow: string) => startRun(house, { workflow, actor: tester, idempotencyKey: 'k' });
  const first = await start('one');
  expect(await start('one')).toEqual(first);
  await expect(start('two')).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(first.id) });
});

test('what a run will execute names programs, servers and models for what they are', () => {
  const { graph } = loadWorkflow(`
gatehouse: 1
name: All
inputs: { repo: { type: string, default: . } }
workspace: { git: "\${inputs.repo}", ref: main }
servers: { files: { command: npx, args: [files] } }
nodes:
  list: { type: cli, command: [ls], expect: Files are listed. }
  write: { type: ai, prompt: Write., tools: [files.write_file], ask: [files.write_file] }
`);
  expect(graph && executesOf(graph)).toEqual([
    { node: 'workspace', kind: 'command', text: 'git clone ${inputs.repo} main' },
    { node: 'files', kind: 'server', text: 'npx files' },
    { node: 'list', kind: 'command', text: 'ls' },
    { node: 'list', kind: 'model', text: 'model default judges its checks' },
    { node: 'write', kind: 'model', text: 'model default' },
    { node: 'write', kind: 'model', text: 'tool files.write_file (asks first)' },
  ]);
});
