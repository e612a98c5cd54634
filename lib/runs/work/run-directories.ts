// The directories of runs as they are found on the disk, and the one way to remove one. Only real directories count:
// a link is never followed, so nothing outside of the data directory is ever listed, measured or removed.
import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Needs } from '../../console/console.ts';

const removedPrefix = '.removed-';
const askedAtOnce = 200;

export async function directoriesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((): Dirent[] => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Which of these names are runs that the database knows. */
export async function knownAmong(house: Needs<'store'>, names: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let start = 0; start < names.length; start += askedAtOnce) {
    for (const run of await house.store.knownRuns(names.slice(start, start + askedAtOnce))) known.add(run);
  }
  return known;
}

/** A directory whose removal was begun. */
export const isRemoved = (name: string) => name.startsWith(removedPrefix);

/** Gone at once for every reader: it gets another name first. A removal that is cut off is finished by the sweep. */
export async function removeRunDirectory(directory: string): Promise<void> {
  const parent = dirname(directory);
  if (!(await isDirectory(parent)) || !(await isDirectory(directory))) return;
  if (isRemoved(basename(directory))) return rm(directory, { recursive: true, force: true });
  const removed = join(parent, `${removedPrefix}${basename(directory)}-${randomBytes(4).toString('hex')}`);
  await rename(directory, removed);
  await rm(removed, { recursive: true, force: true });
}

async function isDirectory(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isDirectory() ?? false;
}
