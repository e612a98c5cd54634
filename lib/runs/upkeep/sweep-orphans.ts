// Tidies the files of runs. What this console itself began to remove, and what a killed process left half written, is
// removed. The directory of a run that the database does not know is set aside, never removed here: see lost-runs. What is
// younger than an hour is left: its run may be starting.

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { sweepTemporaryFiles } from '../../clients/files/write-artifact.ts';
import { sweepRecords } from '../../clients/process/background-records.ts';
import type { Needs } from '../../console/console.ts';
import { directoriesIn, isRemoved, knownAmong, removeRunDirectory } from '../work/run-directories.ts';
import { lostDirectory, setAside } from './lost-runs.ts';

const hour = 60 * 60 * 1000;

async function isOld(directory: string, now: number): Promise<boolean> {
  const found = await lstat(directory).catch(() => null);
  return found !== null && found.mtimeMs < now - hour;
}

/** A name with "~" stands for an id that cannot be read back from it, so its row cannot be looked up. */
async function orphansIn(house: Needs<'store'>, workflow: string, now: number): Promise<string[]> {
  const names = (await directoriesIn(workflow)).filter((name) => !name.includes('~'));
  const known = await knownAmong(house, names);
  const orphans: string[] = [];
  for (const name of names) {
    if (isRemoved(name) || (!known.has(name) && (await isOld(join(workflow, name), now)))) orphans.push(name);
  }
  return orphans;
}

/** Resolves with the number of directories it removed and set aside, and of half-written files it removed. */
export async function sweepOrphans(
  house: Needs<'env' | 'store' | 'trouble'>,
  { now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {},
) {
  const data = house.env.dataDirectory;
  const swept = { removed: 0, lost: 0, files: 0 };
  for (const workflow of await directoriesIn(join(data, 'runs'))) {
    const place = join(data, 'runs', workflow);
    for (const name of await orphansIn(house, place, now)) {
      if (signal?.aborted) return swept;
      const directory = join(place, name);
      try {
        if (isRemoved(name)) {
          await removeRunDirectory(directory);
          swept.removed += 1;
        } else {
          await setAside(data, directory, now);
          swept.lost += 1;
        }
      } catch (error) {
        house.trouble.tell(`sweeping ${directory}`, error);
      }
    }
  }
  if (swept.lost > 0) {
    console.log(
      `The database does not know ${swept.lost} runs whose files are here (was an older one restored?). ` +
        `Their files are now in ${lostDirectory(data)} until you remove them.`,
    );
  }
  await sweepRecords(data);
  swept.files = await sweepTemporaryFiles(data);
  return swept;
}
