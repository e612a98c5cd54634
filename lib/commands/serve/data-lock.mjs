// One console for each data directory. The lock is SQLite's own exclusive file lock, held for the life of the process:
// the kernel drops it when the process dies in any way, so there are no stale locks to judge and no race to take one
// over. gatehouse.pid only says who holds it. Nothing else in this process may open gatehouse.lock: closing any handle
// of a file drops the process's locks on it.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

// A handle that nobody refers to is collected and closed, and the lock with it.
const held = new Set();

/** @param {string} directory */
export function lockDataDirectory(directory) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const pidFile = join(directory, 'gatehouse.pid');
  const db = new Database(join(directory, 'gatehouse.lock'), { timeout: 0 });
  try {
    // No journal file: there is nothing to roll back, and a killed process would leave it behind.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
  } catch (/** @type {any} */ error) {
    db.close();
    if (error.code === 'SQLITE_NOTADB')
      throw new Error(
        `${join(directory, 'gatehouse.lock')} (in GATEHOUSE_DATA) is not ours; move it away, then try again.`,
      );
    if (error.code !== 'SQLITE_BUSY') throw error;
    throw new Error(refusal(directory, pidFile));
  }
  held.add(db);
  chmodSync(join(directory, 'gatehouse.lock'), 0o600);
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    /** Says where this console listens, for commands that are not told. */
    tell(/** @type {number} */ port) {
      writeFileSync(pidFile, `${process.pid}\n${port}\n`, { mode: 0o600 });
    },
    release() {
      rmSync(pidFile, { force: true });
      held.delete(db);
      db.close();
    },
  };
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
