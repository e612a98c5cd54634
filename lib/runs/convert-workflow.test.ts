import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endParseWorker } from '../clients/files/parse-worker.ts';
import { tester } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { sourceOf } from '../testing/scratch-run.ts';
import { readConverted, saveConverted } from './convert-workflow.ts';
import { readWorkflow } from './read-workflows.ts';
import { saveWorkflow } from './save-workflow.ts';

const foreign = `workflow:
  name: Greeting
  tasks:
    - { id: greet, name: Greet, action: create_file, params: { path: a.txt, content: Hello }, on_complete: end }
`;

let engine: ScratchEngine;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-workflows-'));
  engine = await startScratchEngine({ GATEHOUSE_WORKFLOWS: folder });
  writeFileSync(join(folder, 'greeting.yml'), foreign);
});
afterEach(async () => {
  await endParseWorker(house);
  await engine.stop();
  rmSync(folder, { recursive: true });
});

const save = (request: Partial<Parameters<typeof saveConverted>[1]>) =>
  readWorkflow(house, 'greeting', null).then(({ etag }) =>
    saveConverted(house, { workflow: 'greeting', as: 'greeting-native', etag, actor: tester, ...request }),
  );

test('a foreign file is shown in the native language, and saved so as a new file beside the original', async () => {
  const { native, workflow } = await readConverted(house, 'greeting', tester);
  expect(workflow.format).toBe('tasks');
  expect(native).toMatch(/^gatehouse: 1$/m);
  expect(await save({})).toMatchObject({ workflow: 'greeting-native', format: 'gatehouse', ok: true });
  expect(readFileSync(join(folder, 'greeting-native.yaml'), 'utf8')).toBe(native);
  expect(readFileSync(join(folder, 'greeting.yml'), 'utf8')).toBe(foreign);
});

test('it never overwrites: a name that is taken is refused with the reason', async () => {
  await expect(save({ as: 'greeting' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'There is a workflow "greeting" already; choose another name',
  });
  expect(readdirSync(folder)).toEqual(['greeting.yml']);
});

test('what is saved is what was shown: a file that has changed since is not converted', async () => {
  await expect(save({ etag: 'another' })).rejects.toMatchObject({ code: 'wrong_version' });
});

test('a native file has nothing to convert, and one with errors is to be mended first', async () => {
  writeFileSync(join(folder, 'ours.yaml'), sourceOf({ done: { type: 'end' } }));
  writeFileSync(join(folder, 'broken.yaml'), foreign.replace('on_complete: end', 'on_complete: ned'));
  expect(await readConverted(house, 'ours', tester)).toMatchObject({
    native: null,
    why: expect.stringContaining('native language already'),
  });
  expect(await readConverted(house, 'broken', tester)).toMatchObject({
    native: null,
    why: expect.stringContaining('Mend them'),
  });
});

test('of two who save the same new name at once one is told, and only one file is there', async () => {
  const source = sourceOf({ done: { type: 'end' } });
  const both = await Promise.allSettled(
    [1, 2].map(() => saveWorkflow(house, { workflow: 'fresh', source, ifMatch: null, isNew: true, actor: tester })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(readdirSync(folder).sort()).toEqual(['fresh.json', 'greeting.yml']);
});
