// The files of runs that the database does not know: it may be an older one that was restored, and the newer one may come
// back. They are set aside in <data>/lost/<day>/<workflow>/<run> until a person removes them: nobody else knows how old the
// backups are. A run that the database names again gets them back. Both are renames: nothing is copied or overwritten.
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Needs } from '../../console/console.ts';
import { directoriesIn, knownAmong } from '../work/run-directories.ts';

export const lostDirectory = (data: string) => join(data, 'lost');

type Lost = { day: string; workflow: string; run: string; directory: string };

export async function listLost(data: string): Promise<Lost[]> {
  const found: Lost[] = [];
  for (const day of await directoriesIn(lostDirectory(data))) {
    for (const workflow of await directoriesIn(join(lostDirectory(data), day))) {
      const place = join(lostDirectory(data), day, workflow);
      for (const run of await directoriesIn(place)) found.push({ day, workflow, run, directory: join(place, run) });
    }
  }
  return found;
}

export async function setAside(data: string, directory: string, now: number): Promise<void> {
  const today = new Date(now).toISOString().slice(0, 10);
  const place = join(lostDirectory(data), today, basename(dirname(directory)));
  await mkdir(place, { recursive: true, mode: 0o700 });
  const target = join(place, basename(directory));
  await rename(directory, (await exists(target)) ? `${target}~${randomBytes(4).toString('hex')}` : target);
}

/** Before any run goes on: what the database names again is put back where it was. */
export async function bringBackLost(house: Needs<'env' | 'store'>): Promise<number> {
  const data = house.env.dataDirectory;
  const lost = await listLost(data);
  const known = await knownAmong(
    house,
    lost.map(({ run }) => run),
  );
  let count = 0;
  for (const { workflow, run, directory } of lost) {
    const home = join(data, 'runs', workflow, run);
    if (!known.has(run) || (await exists(home))) continue;
    await mkdir(dirname(home), { recursive: true, mode: 0o700 });
    await rename(directory, home);
    count += 1;
  }
  if (count > 0) console.log(`The files of ${count} runs that the database names again were brought back.`);
  return count;
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}
