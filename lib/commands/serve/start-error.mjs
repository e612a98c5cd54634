// Why the console cannot start, in one sentence for the person who started it: the variable, the path, the next step.
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** @type {Record<string, string>} */
const reasons = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  ENOENT: 'the file system does not take new folders',
};
/** @param {any} error */
const reasonOf = (error) => reasons[error.code] ?? error.message;

/** @param {string} path */
function kindOf(path) {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch (/** @type {any} */ error) {
    if (error.code === 'ENOENT') return 'nothing';
    throw error;
  }
}

/**
 * The folder, made when it is missing: one level at a time, because mkdir's own way down never ends on /proc.
 * @param {string} directory
 */
export function prepareDataDirectory(directory) {
  const refuse = (/** @type {string} */ reason) =>
    new Error(`GATEHOUSE_DATA is ${directory}, but ${reason}; set it to a folder that this user may write.`);
  try {
    const missing = [];
    for (let path = directory; kindOf(path) === 'nothing'; path = dirname(path)) missing.unshift(path);
    for (const path of missing) mkdirSync(path, { mode: 0o700 });
    if (kindOf(directory) === 'file') throw refuse('that is a file');
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (/** @type {any} */ error) {
    throw error.code === undefined ? error : refuse(reasonOf(error));
  }
}

/** @param {string} directory */
export function checkWorkflowsDirectory(directory) {
  const refuse = (/** @type {string} */ reason) =>
    new Error(
      `GATEHOUSE_WORKFLOWS is ${directory}, but ${reason}; make the folder, or set the variable to the one that has your workflow files.`,
    );
  try {
    if (kindOf(directory) === 'nothing') throw refuse('there is nothing');
    if (kindOf(directory) === 'file') throw refuse('that is a file');
    accessSync(directory, constants.R_OK | constants.X_OK);
  } catch (/** @type {any} */ error) {
    throw error.code === undefined ? error : refuse('this user may not read it');
  }
}

/** @type {[pattern: RegExp, reason: string][]} */
const databaseReasons = [
  [/^SQLITE_NOTADB/, 'is not a database'],
  [/^SQLITE_CORRUPT/, 'is damaged'],
  [/^SQLITE_(CANTOPEN|READONLY|PERM)|^E(ACCES|PERM|ISDIR)$/, 'cannot be opened for writing'],
];

/**
 * The same error, in words where it is about the database's file.
 * @param {any} error
 * @param {string} file
 */
export function explainDatabase(error, file) {
  const codes = [error.code, error.cause?.code].filter((code) => typeof code === 'string');
  const [, reason] = databaseReasons.find(([pattern]) => codes.some((code) => pattern.test(code))) ?? [];
  return reason ? databaseError(file, reason, undefined, error) : error;
}

const restore = 'restore it from a backup, or move it away to begin with an empty one.';

/**
 * What was found in the place of the database, and what to do.
 * @param {string} file @param {string} found @param {unknown} [cause]
 */
export function databaseError(file, found, advice = restore, cause = undefined) {
  const variable = process.env.DATABASE_URL ? 'DATABASE_URL' : 'GATEHOUSE_DATA';
  return new Error(`The database ${file} (from ${variable}) ${found}; ${advice}`, { cause });
}
