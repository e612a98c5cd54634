// Whether what lies in the place of the database is our database, whole. A console never begins with an empty one beside
// the files of another: what is missing, empty, damaged or mixed up is named, and a person decides.
import { execFile } from 'node:child_process';
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { applicationId } from '../../../prisma/migrate.mjs';
import { databaseError } from './start-error.mjs';

const checker = fileURLToPath(new URL('./check-pages.mjs', import.meta.url));
const patience = 10_000;
const mostFrames = 100_000;

/**
 * Throws what a person must decide on. A database that is too large to be looked through in time is told, and used.
 * @param {string} file @param {string} dataDirectory
 */
export async function checkDatabase(file, dataDirectory) {
  const size = sizeOf(file);
  const left = remains(file, dataDirectory);
  if (size === null && left.length > 0) {
    throw databaseError(file, `is missing, but ${left.join(' and ')} are there`, anew(left));
  }
  if (size === null) return;
  if (size === 0) throw databaseError(file, 'is empty', anew([file, ...left]));
  checkMarks(file);
  await checkPages(file);
}

/** @param {string[]} left */
const anew = (left) => `restore it from a backup, or move ${left.join(' and ')} away to begin anew.`;

/** @param {string} file */
function sizeOf(file) {
  try {
    return statSync(file).size;
  } catch (/** @type {any} */ error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** What a database that was here has left. @param {string} file @param {string} dataDirectory */
function remains(file, dataDirectory) {
  const runs = join(dataDirectory, 'runs');
  const hasRuns = foldersIn(runs).some((workflow) => foldersIn(join(runs, workflow)).length > 0);
  return [...(sizeOf(`${file}-wal`) ? [`${file}-wal`] : []), ...(hasRuns ? [runs] : [])];
}

/** @param {string} directory */
function foldersIn(directory) {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** The header says whose database it is, and which; a database of before the marks has none. @param {string} file */
function checkMarks(file) {
  const header = reading(file, (read) => read(0, 100));
  // Too short, or another kind of file: SQLite itself says so.
  if (header.length < 100 || !header.toString('latin1').startsWith('SQLite format 3\0')) return;
  const application = header.readUInt32BE(68);
  if (application !== 0 && application !== applicationId) throw databaseError(file, 'is that of another program');
  const [own, inJournal] = [header.readUInt32BE(60), identityInJournal(`${file}-wal`)];
  if (own !== 0 && inJournal !== null && inJournal !== 0 && own !== inJournal) {
    const journal = `${file}-wal`;
    throw databaseError(file, `lies beside ${journal}, which is the journal of another database`, anew([journal]));
  }
}

/** The mark in the newest first page that the journal holds; null when it holds none. @param {string} file */
function identityInJournal(file) {
  if (!sizeOf(file)) return null;
  return reading(file, (read) => {
    const header = read(0, 32);
    if (header.length < 32) return null;
    const pageSize = header.readUInt32BE(8);
    let found = null;
    for (let frame = 0; frame < mostFrames; frame += 1) {
      const at = 32 + frame * (24 + pageSize);
      const head = read(at, 24);
      // Frames of an earlier round carry its salt: the journal ends there.
      if (head.length < 24 || head.compare(header, 16, 24, 8, 16) !== 0) return found;
      if (head.readUInt32BE(0) !== 1) continue;
      const mark = read(at + 24 + 60, 4);
      if (mark.length === 4) found = mark.readUInt32BE(0);
    }
    return found;
  });
}

/**
 * Before any connection is open: closing a handle of the file would drop SQLite's locks on it.
 * @template Found
 * @param {string} file @param {(read: (at: number, length: number) => Buffer) => Found} use
 */
function reading(file, use) {
  const handle = openSync(file, 'r');
  try {
    return use((at, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(handle, bytes, 0, length, at));
    });
  } finally {
    closeSync(handle);
  }
}

/** @param {string} file */
async function checkPages(file) {
  let output;
  try {
    output = await promisify(execFile)(process.execPath, [checker, file], { timeout: patience, killSignal: 'SIGKILL' });
  } catch (/** @type {any} */ error) {
    if (!error.killed) throw error;
    console.log(`The database is large: its pages were not all looked at within ${patience / 1000} s.`);
    return;
  }
  const { found, code, message } = JSON.parse(output.stdout);
  if (code) throw Object.assign(new Error(message), { code });
  if (found) throw databaseError(file, found);
}
