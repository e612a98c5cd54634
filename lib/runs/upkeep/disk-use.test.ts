import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { house } from '../../testing/house.ts';
import { openScratchConsole, type ScratchConsole } from '../../testing/scratch-console.ts';
import { readDiskUse, readDiskUseWithin } from './disk-use.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole();
});
afterEach(() => scratch.close());

function write(path: string, bytes: number) {
  const file = join(scratch.dataDirectory, 'runs', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Buffer.alloc(bytes));
}

test('files are summed by workflow, the largest first, and links are not followed', async () => {
  write('small/r1/workspace/a', 10);
  write('large/r2/workspace/deep/b', 1000);
  write('large/r2/draft/1-1/artifacts/c', 500);
  write('large/r3/d', 1);
  symlinkSync(scratch.dataDirectory, join(scratch.dataDirectory, 'runs', 'large', 'r3', 'out'));
  const { files, workflows } = await readDiskUse(house);
  expect(workflows).toEqual([
    { workflow: 'large', runs: 2, bytes: 1501 },
    { workflow: 'small', runs: 1, bytes: 10 },
  ]);
  expect(files).toBe(1511);
});

test('the database and the volume are told, before there is any run too', async () => {
  const { database, volume, files, workflows } = await readDiskUse(house);
  expect(database).toBeGreaterThan(10_000);
  expect(volume.free).toBeGreaterThan(0);
  expect(volume.size).toBeGreaterThanOrEqual(volume.free);
  expect({ files, workflows }).toEqual({ files: 0, workflows: [] });
});

test('a measurement is remembered for a minute', async () => {
  const now = Date.parse('2026-06-01T00:00:00.000Z');
  write('w/r1/a', 10);
  expect(await readDiskUse(house, now)).toMatchObject({ files: 10, measured_at: '2026-06-01T00:00:00.000Z' });
  write('w/r1/b', 10);
  expect(await readDiskUse(house, now + 59_000)).toMatchObject({ files: 10 });
  expect(await readDiskUse(house, now + 120_000)).toMatchObject({ files: 20 });
});

test('a page that does not wait is told later, by the same measurement', async () => {
  for (let file = 0; file < 500; file++) write(`w/r1/${file}`, 10);
  expect(await readDiskUseWithin(house, 0)).toBeNull();
  expect(await readDiskUse(house)).toMatchObject({ files: 5000 });
});
