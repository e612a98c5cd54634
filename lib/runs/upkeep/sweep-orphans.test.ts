import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { house } from '../../testing/house.ts';
import { openScratchConsole, type ScratchConsole } from '../../testing/scratch-console.ts';
import { createRuns } from '../../testing/store/samples.ts';
import { bringBackLost } from './lost-runs.ts';
import { sweepOrphans } from './sweep-orphans.ts';

const hour = 60 * 60 * 1000;
const now = Date.parse('2026-06-03T00:00:00.000Z');

let scratch: ScratchConsole;
let root: string;
beforeEach(async () => {
  scratch = await openScratchConsole();
  root = join(scratch.dataDirectory, 'runs', 'release');
  mkdirSync(root, { recursive: true });
});
afterEach(() => scratch.close());

function directory(name: string, changed = now - 2 * hour) {
  const path = join(root, name);
  mkdirSync(join(path, 'workspace'), { recursive: true });
  writeFileSync(join(path, 'workspace', 'file'), 'x');
  utimesSync(path, changed / 1000, changed / 1000);
}

const inLost = (day = '2026-06-03') => {
  const place = join(scratch.dataDirectory, 'lost', day, 'release');
  return existsSync(place) ? readdirSync(place) : [];
};

test('D5 a directory without a row is set aside whole, one with a row stays', async () => {
  await createRuns(scratch.store, ['known']);
  directory('known');
  directory('orphan');
  expect(await sweepOrphans(house, { now })).toEqual({ removed: 0, lost: 1, files: 0 });
  expect(readdirSync(root)).toEqual(['known']);
  expect(readFileSync(join(scratch.dataDirectory, 'lost/2026-06-03/release/orphan/workspace/file'), 'utf8')).toBe('x');
});

test('D5 what is set aside stays, for a backup may be of any age, and a second one of the same name does not replace it', async () => {
  directory('orphan');
  await sweepOrphans(house, { now });
  directory('orphan');
  await sweepOrphans(house, { now });
  expect(inLost()).toEqual(['orphan', expect.stringMatching(/^orphan~[0-9a-f]{8}$/)]);
  await sweepOrphans(house, { now: now + 10_000 * 24 * hour });
  expect(inLost()).toHaveLength(2);
});

test('D5 a run that the database names again gets its files back, and keeps those it has', async () => {
  directory('back');
  directory('both');
  await sweepOrphans(house, { now });
  await createRuns(scratch.store, ['back', 'both']);
  directory('both');
  expect(await bringBackLost(house)).toBe(1);
  expect(readdirSync(root)).toEqual(['back', 'both']);
  expect(inLost()).toEqual(['both']);
});

test('a directory that changed within the hour may belong to a run that is being started', async () => {
  directory('young', now - hour);
  expect(await sweepOrphans(house, { now })).toMatchObject({ lost: 0 });
  expect(await sweepOrphans(house, { now: now + 1000 })).toMatchObject({ lost: 1 });
});

test('a removal that was cut off is finished, however young', async () => {
  directory('.removed-r1-0a1b2c3d', now);
  expect(await sweepOrphans(house, { now })).toMatchObject({ removed: 1 });
  expect(readdirSync(root)).toEqual([]);
});

test('a directory whose name does not tell its run is left alone', async () => {
  directory('odd_name~0123456789ab');
  expect(await sweepOrphans(house, { now })).toMatchObject({ removed: 0, lost: 0 });
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
  expect(await sweepOrphans(house, { now })).toMatchObject({ removed: 0, lost: 1 });
  expect(existsSync(join(outside, 'inner'))).toBe(true);
  expect(readdirSync(root)).toEqual(['linked-run']);
});

test('what a killed process left half written is removed', async () => {
  await createRuns(scratch.store, ['known']);
  const artifacts = join(root, 'known', 'draft', '1-1', 'artifacts');
  mkdirSync(artifacts, { recursive: true });
  writeFileSync(join(artifacts, '.partial-dead-1'), 'half');
  writeFileSync(join(artifacts, 'whole.md'), 'whole');
  expect(await sweepOrphans(house, { now })).toEqual({ removed: 0, lost: 0, files: 1 });
  expect(readdirSync(artifacts)).toEqual(['whole.md']);
});

test('a file that was sent for a run that never came to be is set aside with its directory, and half a file is removed', async () => {
  await createRuns(scratch.store, ['known']);
  for (const run of ['known', 'never']) {
    const place = join(root, run, 'inputs', 'report');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'report.pdf'), 'whole');
    utimesSync(join(root, run), (now - 2 * hour) / 1000, (now - 2 * hour) / 1000);
  }
  writeFileSync(join(root, 'known', 'inputs', 'report', '.partial-dead-1'), 'half');
  expect(await sweepOrphans(house, { now })).toEqual({ removed: 0, lost: 1, files: 1 });
  expect(readdirSync(root)).toEqual(['known']);
  expect(readdirSync(join(root, 'known', 'inputs', 'report'))).toEqual(['report.pdf']);
});
