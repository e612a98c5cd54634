import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { house } from '../../testing/house.ts';
import { openScratchConsole, type ScratchConsole } from '../../testing/scratch-console.ts';
import { createRuns } from '../../testing/store/samples.ts';
import { sweepOrphans } from './sweep-orphans.ts';

const hour = 60 * 60 * 1000;
const began = Date.parse('2026-06-01T00:00:00.000Z');
const now = began + 48 * hour;

let scratch: ScratchConsole;
let root: string;
beforeEach(async () => {
  scratch = await openScratchConsole();
  root = join(scratch.dataDirectory, 'runs', 'release');
  mkdirSync(root, { recursive: true });
  await sweepOrphans(house, { now: began });
});
afterEach(() => scratch.close());

function directory(name: string, changed = now - 2 * hour) {
  const path = join(root, name);
  mkdirSync(join(path, 'workspace'), { recursive: true });
  writeFileSync(join(path, 'workspace', 'file'), 'x');
  utimesSync(path, changed / 1000, changed / 1000);
}

test('a directory without a row is removed, one with a row stays', async () => {
  await createRuns(scratch.store, ['known']);
  directory('known');
  directory('orphan');
  expect(await sweepOrphans(house, { now })).toEqual({ directories: 1, files: 0 });
  expect(readdirSync(root)).toEqual(['known']);
});

test('a directory that changed within the hour may belong to a run that is being started', async () => {
  directory('young', now - hour);
  expect(await sweepOrphans(house, { now })).toMatchObject({ directories: 0 });
  expect(await sweepOrphans(house, { now: now + 1000 })).toMatchObject({ directories: 1 });
});

test('a directory that is older than the database is left to its owner', async () => {
  directory('of another database', began - hour);
  directory('ours', began + hour);
  expect(await sweepOrphans(house, { now })).toMatchObject({ directories: 1 });
  expect(readdirSync(root)).toEqual(['of another database']);
});

test('a removal that was cut off is finished, however young', async () => {
  directory('.removed-r1-0a1b2c3d', now);
  expect(await sweepOrphans(house, { now })).toMatchObject({ directories: 1 });
  expect(readdirSync(root)).toEqual([]);
});

test('a directory whose name does not tell its run is left alone', async () => {
  directory('odd_name~0123456789ab');
  expect(await sweepOrphans(house, { now })).toMatchObject({ directories: 0 });
});

test('links are neither followed nor removed', async () => {
  const outside = join(scratch.dataDirectory, 'outside');
  mkdirSync(join(outside, 'inner'), { recursive: true });
  utimesSync(join(outside, 'inner'), (now - 2 * hour) / 1000, (now - 2 * hour) / 1000);
  symlinkSync(outside, join(scratch.dataDirectory, 'runs', 'linked-workflow'));
  symlinkSync(outside, join(root, 'linked-run'));
  directory('orphan');
  symlinkSync(outside, join(root, 'orphan', 'workspace', 'link'));
  utimesSync(join(root, 'orphan'), (now - 2 * hour) / 1000, (now - 2 * hour) / 1000);
  expect(await sweepOrphans(house, { now })).toMatchObject({ directories: 1 });
  expect(existsSync(join(outside, 'inner'))).toBe(true);
  expect(readdirSync(root)).toEqual(['linked-run']);
});

test('what a killed process left half written is removed', async () => {
  await createRuns(scratch.store, ['known']);
  const artifacts = join(root, 'known', 'draft', '1-1', 'artifacts');
  mkdirSync(artifacts, { recursive: true });
  writeFileSync(join(artifacts, '.partial-dead-1'), 'half');
  writeFileSync(join(artifacts, 'whole.md'), 'whole');
  expect(await sweepOrphans(house, { now })).toEqual({ directories: 0, files: 1 });
  expect(readdirSync(artifacts)).toEqual(['whole.md']);
});

test('a file that was sent for a run that never came to be is removed with its directory, and half a file alone', async () => {
  await createRuns(scratch.store, ['known']);
  for (const run of ['known', 'never']) {
    const place = join(root, run, 'inputs', 'report');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'report.pdf'), 'whole');
    utimesSync(join(root, run), (now - 2 * hour) / 1000, (now - 2 * hour) / 1000);
  }
  writeFileSync(join(root, 'known', 'inputs', 'report', '.partial-dead-1'), 'half');
  expect(await sweepOrphans(house, { now })).toEqual({ directories: 1, files: 1 });
  expect(readdirSync(root)).toEqual(['known']);
  expect(readdirSync(join(root, 'known', 'inputs', 'report'))).toEqual(['report.pdf']);
});
