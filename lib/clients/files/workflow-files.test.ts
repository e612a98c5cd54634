import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bareHouse, house, setHouse } from '../../testing/house.ts';
import { onWorkflowFiles } from './workflow-files.ts';

let folder = '';
const watcher = () => house.workflowFiles.watcher;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-files-'));
  setHouse(bareHouse({ GATEHOUSE_WORKFLOWS: folder }));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a written and a replaced file are both told', async () => {
  for (const change of [
    () => writeFileSync(join(folder, 'a.yaml'), 'gatehouse: 1'),
    () => {
      writeFileSync(join(folder, '.a.yaml.new'), 'gatehouse: 1');
      renameSync(join(folder, '.a.yaml.new'), join(folder, 'a.yaml'));
    },
  ]) {
    const told = Promise.withResolvers<void>();
    const stop = onWorkflowFiles(house, told.resolve);
    change();
    await told.promise;
    stop();
  }
});

test('the folder is watched only while somebody listens', () => {
  const stops = [onWorkflowFiles(house, () => {}), onWorkflowFiles(house, () => {})];
  expect(watcher()).not.toBeNull();
  stops[0]?.();
  expect(watcher()).not.toBeNull();
  stops[1]?.();
  expect(watcher()).toBeNull();
});

test('a folder that is not there is no failure', () => {
  rmSync(folder, { recursive: true });
  expect(() => onWorkflowFiles(house, () => {})()).not.toThrow();
});
