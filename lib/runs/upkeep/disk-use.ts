// What Gatehouse takes on the disk and what is left. Measured only when somebody asks, file by file so that others get
// their turn, and remembered for a minute.

import type { Dirent } from 'node:fs';
import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Needs } from '../../console/console.ts';
import { directoriesIn } from '../work/run-directories.ts';
import { listLost, lostDirectory } from './lost-runs.ts';

export const diskUse = z.object({
  measured_at: z.string(),
  database: z.number(),
  files: z.number(),
  workflows: z
    .array(z.object({ workflow: z.string(), runs: z.number(), bytes: z.number() }))
    .describe('The largest first'),
  lost: z.object({ runs: z.number(), bytes: z.number() }).describe('Files of runs that the database does not know'),
  volume: z.object({ free: z.number(), size: z.number() }),
});
export type DiskUse = z.infer<typeof diskUse>;
type WorkflowDiskUse = DiskUse['workflows'][number];

const remembered = 60_000;

export function readDiskUse(house: Needs<'diskUse' | 'env' | 'store'>, now = Date.now()): Promise<DiskUse> {
  const memory = house.diskUse;
  if (memory.use && now < memory.doneAt + remembered) return memory.use;
  const begun = performance.now();
  const use = measure(house, now);
  // However long it takes, there is one measurement at a time.
  Object.assign(memory, { use, doneAt: Number.POSITIVE_INFINITY });
  use.then(
    () => {
      memory.doneAt = now + performance.now() - begun;
    },
    () => {
      memory.use = null;
    },
  );
  return use;
}

/** For a page, which must not wait for many files to be measured: null when it takes longer; a later look finds it. */
export function readDiskUseWithin(
  house: Needs<'diskUse' | 'env' | 'store'>,
  milliseconds: number,
): Promise<DiskUse | null> {
  return Promise.race([readDiskUse(house), sleep(milliseconds, null, { ref: false })]);
}

async function measure(house: Needs<'env' | 'store'>, now: number): Promise<DiskUse> {
  const { dataDirectory } = house.env;
  const root = join(dataDirectory, 'runs');
  const workflows: WorkflowDiskUse[] = [];
  for (const workflow of await directoriesIn(root)) {
    const runs = await directoriesIn(join(root, workflow));
    const bytes = await bytesIn(join(root, workflow));
    if (runs.length > 0) workflows.push({ workflow, runs: runs.length, bytes });
  }
  const { bavail, blocks, bsize } = await statfs(dataDirectory);
  return {
    measured_at: new Date(now).toISOString(),
    database: await house.store.databaseSize(),
    files: workflows.reduce((sum, { bytes }) => sum + bytes, 0),
    workflows: workflows.sort((a, b) => b.bytes - a.bytes),
    lost: { runs: (await listLost(dataDirectory)).length, bytes: await bytesIn(lostDirectory(dataDirectory)) },
    volume: { free: bavail * bsize, size: blocks * bsize },
  };
}

async function bytesIn(directory: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(directory, { withFileTypes: true }).catch((): Dirent[] => [])) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) bytes += await bytesIn(path);
    if (entry.isFile()) bytes += (await lstat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}
