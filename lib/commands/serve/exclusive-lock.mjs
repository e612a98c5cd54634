// A lock that dies with its process: SQLite's own exclusive lock on a file of ours. The kernel drops it however the process
// ends, so there are no stale locks to judge and no race to take one over. Nothing else in this process may open the file:
// closing any handle of a file drops the process's locks on it.
import { chmodSync } from 'node:fs';
import Database from 'better-sqlite3';

// A handle that nobody refers to is collected and closed, and the lock with it.
const held = new Set();

/**
 * Returns how to release it, or null when another process has it. A file that is no lock of ours throws SQLITE_NOTADB.
 * @param {string} file
 */
export function takeExclusiveLock(file) {
  const db = new Database(file, { timeout: 0 });
  try {
    // No journal file: there is nothing to roll back, and a killed process would leave it behind.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
  } catch (/** @type {any} */ error) {
    db.close();
    if (error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
  held.add(db);
  chmodSync(file, 0o600);
  return () => {
    held.delete(db);
    db.close();
  };
}
