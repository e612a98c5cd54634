// Removes files that belong to no run: directories left by a deletion that was cut off or by a lost row, and what a killed
// process left half written. Never touched: what is younger than an hour, and what is older than the database, which may
// be another database's, waiting to be restored.

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { sweepTemporaryFiles } from '../../clients/files/write-artifact.ts';
import { sweepRecords } from '../../clients/process/background-records.ts';
import type { Needs } from '../../console/console.ts';
import { messageOf } from '../../errors.ts';
import { directoriesIn, isRemoved, removeRunDirectory } from '../work/run-directories.ts';

const hour = 60 * 60 * 1000;
const askedAtOnce = 200;
const beginning = 'files_since';

/** When this database first looked at the files. */
async function ownSince(house: Needs<'store'>, now: number): Promise<number> {
  const known = await house.store.readSetting(beginning);
  if (known !== null) return Date.parse(known);
  await house.store.saveSetting(beginning, new Date(now).toISOString());
  return now;
}

async function isOld(directory: string, since: number, now: number): Promise<boolean> {
  const found = await lstat(directory).catch(() => null);
  return found !== null && found.mtimeMs >= since && found.mtimeMs < now - hour;
}

/** A name with "~" stands for an id that cannot be read back from it, so its row cannot be looked up. */
async function orphansIn(house: Needs<'store'>, workflow: string, since: number, now: number): Promise<string[]> {
  const names = (await directoriesIn(workflow)).filter((name) => !name.includes('~'));
  const orphans: string[] = [];
  for (let start = 0; start < names.length; start += askedAtOnce) {
    const some = names.slice(start, start + askedAtOnce);
    const known = new Set(await house.store.knownRuns(some));
    for (const name of some) {
      const directory = join(workflow, name);
      if (isRemoved(name) || (!known.has(name) && (await isOld(directory, since, now)))) orphans.push(directory);
    }
  }
  return orphans;
}

/** Resolves with the number of run directories and of half-written files it removed. */
export async function sweepOrphans(
  house: Needs<'env' | 'store'>,
  { now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {},
) {
  const data = house.env.dataDirectory;
  const since = await ownSince(house, now);
  let directories = 0;
  for (const workflow of await directoriesIn(join(data, 'runs'))) {
    for (const orphan of await orphansIn(house, join(data, 'runs', workflow), since, now)) {
      if (signal?.aborted) return { directories, files: 0 };
      try {
        await removeRunDirectory(orphan);
        directories += 1;
      } catch (error) {
        console.error(`sweeping ${orphan}: ${messageOf(error)}`);
      }
    }
  }
  await sweepRecords(data);
  return { directories, files: await sweepTemporaryFiles(data) };
}
