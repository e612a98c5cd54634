// One console for each database, whatever data directories they have: two would repeat each other's steps. The lock lies
// beside the database, under the name that it has when links are followed; <database>.holder only says who has it.
// Programs that only look at the database (Prisma's command line, a backup) do not ask for it.
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { takeExclusiveLock } from './exclusive-lock.mjs';

/** Returns how to release it. @param {string} databaseFile @param {string} dataDirectory */
export function lockDatabase(databaseFile, dataDirectory) {
  const file = realFile(databaseFile);
  const holderFile = `${file}.holder`;
  const release = takeExclusiveLock(`${file}.lock`);
  if (!release) throw new Error(refusal(databaseFile, holderFile));
  writeFileSync(holderFile, `process ${process.pid} on ${hostname()}, with the data directory ${dataDirectory}\n`, {
    mode: 0o600,
  });
  return () => {
    rmSync(holderFile, { force: true });
    release();
  };
}

/** @param {string} file */
function realFile(file) {
  try {
    return realpathSync(file);
  } catch {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return join(realpathSync(dirname(file)), basename(file));
  }
}

/** @param {string} databaseFile @param {string} holderFile */
function refusal(databaseFile, holderFile) {
  let holder = 'another process';
  try {
    holder = readFileSync(holderFile, 'utf8').trim() || holder;
  } catch {
    // It has the lock and has not said who it is yet.
  }
  return (
    `Another console works on the database ${databaseFile} (${holder}). ` +
    'Stop that one first, or set DATABASE_URL to another file.'
  );
}
