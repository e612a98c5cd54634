import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tester } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { sourceOf } from '../testing/scratch-run.ts';
import { loadWorkflow } from '../workflow/load.ts';
import { executesOf, listWorkflows } from './read-workflows.ts';
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
  expect(await listWorkflows(house)).toMatchObject([
    { workflow: 'folder', ok: false, problems: [{ code: 'unreadable' }] },
    { workflow: 'good', ok: true },
  ]);
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
