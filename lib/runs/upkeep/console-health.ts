// How the console is: can its database be written, can its files, is there room. Looking writes, so it is done at most
// every five seconds however many ask; what is found is kept as trouble, for the pages and the log.
import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Needs } from '../../console/console.ts';
import { messageOf } from '../../errors.ts';
import { diskReason } from '../../trouble.ts';
import type { Health } from '../views.ts';

type Looking = Needs<'env' | 'health' | 'store' | 'trouble'>;

const remembered = 5_000;
const patience = 5_000;
const probeBytes = 4096;
const megabyte = 1_000_000;
const goneWords =
  'The database was moved, removed or replaced under the console: what is written now is lost when the console ends. Put its files back as they were, or stop the console and restore a backup.';
const folderReasons: Record<string, string> = {
  EEXIST: 'is not a folder',
  ENOTDIR: 'is not a folder',
  EACCES: 'is not writable',
  EPERM: 'is not writable',
};

export async function readHealth(house: Looking, now = Date.now()): Promise<Health> {
  const memory = house.health;
  if (!memory.look || now >= memory.at + remembered) {
    memory.at = now;
    memory.look = look(house, now);
  }
  await memory.look;
  const troubles = house.trouble.list();
  return { ok: troubles.length === 0, checked_at: new Date(memory.at).toISOString(), troubles };
}

async function look(house: Looking, now: number): Promise<void> {
  await Promise.all([lookAtDatabase(house, now), lookAtFiles(house, now), lookAtSpace(house, now)]);
}

async function lookAtDatabase({ store, trouble }: Looking, now: number): Promise<void> {
  const slow = `The database did not take a write within ${patience / 1000} s.`;
  try {
    const written = store.saveSetting('looked_at', new Date(now).toISOString()).then(() => true);
    const isWritten = await Promise.race([written, sleep(patience, false, { ref: false })]);
    if (!isWritten) {
      written.catch(() => {});
      trouble.begin('database', slow, { at: now });
    } else if (await store.isInPlace()) trouble.end('database', now);
    else trouble.begin('database', goneWords, { at: now });
  } catch (error) {
    if (trouble.list().every(({ kind }) => kind !== 'database')) {
      trouble.begin('database', `The database cannot be written: ${messageOf(error)}`, { at: now });
    }
  }
}

async function lookAtFiles({ env, trouble }: Looking, now: number): Promise<void> {
  const directory = join(env.dataDirectory, 'runs');
  const file = join(directory, `.probe-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(Buffer.alloc(probeBytes));
      await handle.sync();
    } finally {
      await handle.close();
    }
    trouble.end('files', now);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = diskReason(error) ?? `${directory} ${folderReasons[code] ?? `does not take them (${code})`}`;
    trouble.begin('files', `The files of runs cannot be written: ${reason}.`, { at: now });
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

async function lookAtSpace({ env, trouble }: Looking, now: number): Promise<void> {
  const found = await statfs(env.dataDirectory).catch(() => null);
  // A volume that cannot be asked cannot be written either, and that is told.
  if (!found) return;
  const free = found.bavail * found.bsize;
  if (free >= env.minFreeBytes) return trouble.end('space', now);
  const message = `Only ${Math.floor(free / megabyte)} MB are free on the volume of the data directory. Free some space.`;
  trouble.begin('space', message, { at: now });
}
