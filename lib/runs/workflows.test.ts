import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScratchEngine, startScratchEngine } from './scratch-engine.ts';
import { sourceOf } from './scratch-run.ts';
import { startRun } from './start-run.ts';
import { listWorkflows } from './workflows.ts';

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
  expect(await listWorkflows()).toMatchObject([
    { workflow: 'folder', ok: false, problems: [{ code: 'unreadable' }] },
    { workflow: 'good', ok: true },
  ]);
});

test('an idempotency key that was used for another request is refused', async () => {
  for (const name of ['one', 'two'])
    writeFileSync(join(workflows, `${name}.yaml`), sourceOf({ done: { type: 'end' } }));
  const start = (workflow: string) => startRun({ workflow, startedBy: 'tester', idempotencyKey: 'k' });
  const first = await start('one');
  expect(await start('one')).toEqual(first);
  await expect(start('two')).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(first.id) });
});
