import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnv } from '../../env.ts';
import { forgetSingleton, singleton } from '../../singleton.ts';
import { onWorkflowFiles } from './workflow-files.ts';

let folder = '';
const watcher = () => singleton('workflow-files', () => ({ watcher: null })).watcher;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-files-'));
  forgetSingleton('env');
  singleton('env', () => ({ ...readEnv(), workflowsDirectory: folder }));
});

afterEach(() => {
  forgetSingleton('env');
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
    const stop = onWorkflowFiles(told.resolve);
    change();
    await told.promise;
    stop();
  }
});

test('the folder is watched only while somebody listens', () => {
  const stops = [onWorkflowFiles(() => {}), onWorkflowFiles(() => {})];
  expect(watcher()).not.toBeNull();
  stops[0]?.();
  expect(watcher()).not.toBeNull();
  stops[1]?.();
  expect(watcher()).toBeNull();
});

test('a folder that is not there is no failure', () => {
  rmSync(folder, { recursive: true });
  expect(() => onWorkflowFiles(() => {})()).not.toThrow();
});
