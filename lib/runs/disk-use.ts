// What Gatehouse takes on the disk and what is left. Measured only when somebody asks, file by file so that others get
// their turn, and remembered for a minute.
import type { Dirent } from 'node:fs';
import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { currentEnv } from '../current-env.ts';
import { singleton } from '../singleton.ts';
import { currentStore } from '../store/current-store.ts';
import { directoriesIn } from './run-directories.ts';

export type WorkflowDiskUse = { workflow: string; runs: number; bytes: number };
export type DiskUse = {
  measured_at: string;
  database: number;
  files: number;
  /** The largest first. */
  workflows: WorkflowDiskUse[];
  volume: { free: number; size: number };
};

const remembered = 60_000;

export function readDiskUse(now = Date.now()): Promise<DiskUse> {
  const memory = singleton<{ at: number; use: Promise<DiskUse> | null }>('disk-use', () => ({ at: 0, use: null }));
  if (memory.use && now - memory.at < remembered) return memory.use;
  const use = measure(now);
  Object.assign(memory, { at: now, use });
  use.catch(() => {
    if (memory.use === use) memory.use = null;
  });
  return use;
}

async function measure(now: number): Promise<DiskUse> {
  const { dataDirectory } = currentEnv();
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
    database: await currentStore().databaseSize(),
    files: workflows.reduce((sum, { bytes }) => sum + bytes, 0),
    workflows: workflows.sort((a, b) => b.bytes - a.bytes),
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
