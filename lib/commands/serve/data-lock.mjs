// One console for each data directory. gatehouse.lock is the lock; gatehouse.pid only says who holds it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeExclusiveLock } from './exclusive-lock.mjs';

/** @param {string} directory */
export function lockDataDirectory(directory) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const pidFile = join(directory, 'gatehouse.pid');
  const release = takeLock(directory);
  if (!release) throw new Error(refusal(directory, pidFile));
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    /** Says where this console listens, for commands that are not told. */
    tell(/** @type {number} */ port) {
      writeFileSync(pidFile, `${process.pid}\n${port}\n`, { mode: 0o600 });
    },
    release() {
      rmSync(pidFile, { force: true });
      release();
    },
  };
}

/** @param {string} directory */
function takeLock(directory) {
  const file = join(directory, 'gatehouse.lock');
  try {
    return takeExclusiveLock(file);
  } catch (/** @type {any} */ error) {
    if (error.code !== 'SQLITE_NOTADB') throw error;
    throw new Error(`${file} (in GATEHOUSE_DATA) is not ours; move it away, then try again.`);
  }
}

/** The port of the console that holds this directory, or null. @param {string} directory */
export function portOf(directory) {
  try {
    const [, port] = readFileSync(join(directory, 'gatehouse.pid'), 'utf8').split('\n');
    return Number(port) || null;
  } catch {
    return null;
  }
}

/** @param {string} directory @param {string} pidFile */
function refusal(directory, pidFile) {
  let holder = 'another process';
  try {
    holder = `process ${Number.parseInt(readFileSync(pidFile, 'utf8'), 10)}`;
  } catch {
    // It holds the lock and has not written its number yet.
  }
  return (
    `Gatehouse is already running on ${directory} (${holder}). ` +
    'Stop that one first, or set GATEHOUSE_DATA to another directory.'
  );
}
