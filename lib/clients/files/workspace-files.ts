// The files of a run's workspace, for whoever names them by a path: effects, models, templates. A path is relative and has
// no "..". Every part of it is looked at on the way, so that a link which leads out is refused before anything is touched;
// and what is done is done in the folder that was found, though a command may have put a link in its place meanwhile.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, lchown, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Needs } from '../../console/console.ts';
import { AppError, messageOf } from '../../errors.ts';
import type { WorkspaceFiles } from '../../nodes/contract/node-context.ts';
import { ClientFailure, isClientFailure } from '../../nodes/parts/client-failure.ts';
import { sizeWords } from '../../nodes/parts/large-value.ts';
import { whileScarce } from '../while-scarce.ts';
import { collectArtifacts } from './collect-artifacts.ts';
import { readConfig, setConfigEntry } from './config-file.ts';
import { isInside } from './files.ts';
import { heldPath, holding, holdingBelow, removeHeld } from './held-folder.ts';

const mostFound = 2000;

export function workspaceFiles({ env }: Needs<'env'>, workspace: string): WorkspaceFiles {
  const most = env.limits.file;
  const at = <Result>(path: string, work: (place: string) => Promise<Result>, isLinkItself = false) =>
    placeOf(workspace, path, isLinkItself)
      .then(async (place) => holdingPlace(await realpath(workspace), place, work))
      .catch((error: unknown) => {
        throw told(path, error);
      });
  const changeAt = (path: string, work: (place: string, owner: Owner | null) => Promise<void>) =>
    changePlace(workspace, path, work);
  return {
    read: (path) => at(path, (place) => readText(place, path, most)),
    write: (path, content, { append = false } = {}) =>
      changeAt(path, (place, owner) =>
        append ? appendText(place, path, content, most, owner) : replaceText(place, path, content, most, owner),
      ),
    list: (path) => at(path, (place) => holding(place, listDirectory)),
    find: (path) => at(path, kindOf).catch(() => null),
    glob: (pattern) => findFiles(workspace, pattern),
    makeDirectory: (path) => changeAt(path, makeFolder),
    remove: (path) =>
      at(
        path,
        async (place) => {
          if (place === (await realpath(workspace))) throw refused(`"${path}" is the workspace itself; it stays`);
          await removeHeld(place);
        },
        true,
      ),
    readConfig: (path) => at(path, async (place) => readConfig(await readText(place, path, most), path)),
    writeConfigEntry: (path, entry, value) =>
      changeAt(path, async (place, owner) => {
        const exists = (await lstat(place).catch(() => null)) !== null;
        const text = setConfigEntry(exists ? await readText(place, path, most) : '', path, entry, value);
        await replaceText(place, path, text, most, owner);
      }),
  };
}

async function kindOf(place: string): Promise<'file' | 'directory' | null> {
  const found = await lstat(place);
  return found.isFile() ? 'file' : found.isDirectory() ? 'directory' : null;
}

type Owner = { uid: number; gid: number };

/** What root puts into a workspace is for whom the workspace belongs to: its commands work as somebody else. */
async function ownerOf(root: string): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = await lstat(root);
  return uid === 0 ? null : { uid, gid };
}

/** The place as one that cannot be led elsewhere: a name in a folder that is held open. */
function holdingPlace<Result>(
  root: string,
  place: string,
  work: (place: string) => Promise<Result>,
  make?: (folder: string) => Promise<void>,
): Promise<Result> {
  const parts = relative(root, place).split(sep).filter(Boolean);
  const name = parts.pop();
  if (name === undefined) return work(root);
  // As a whole, so that nobody who waits holds what others wait for.
  return whileScarce(() => holdingBelow(root, parts, (held) => work(`${held}/${name}`), make));
}

/** Folders on the way are made. */
async function changePlace(
  workspace: string,
  path: string,
  work: (place: string, owner: Owner | null) => Promise<void>,
): Promise<void> {
  try {
    const place = await placeOf(workspace, path, false);
    const root = await realpath(workspace);
    if (isInRepository(relative(root, place))) {
      throw refused(`"${path}" belongs to a git repository itself; only git changes it`);
    }
    const owner = await ownerOf(root);
    const make = (folder: string) => makeFolder(folder, owner);
    await holdingPlace(root, place, (held) => work(held, owner), make);
  } catch (error) {
    throw told(path, error);
  }
}

async function makeFolder(folder: string, owner: Owner | null): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await lstat(folder)).isDirectory();
    if (!isThere) throw error;
    return;
  }
  if (owner) await lchown(folder, owner.uid, owner.gid);
}

/** A file from elsewhere; there is no bound to its size. */
export function copyToWorkspace(workspace: string, path: string, file: string): Promise<void> {
  return changePlace(workspace, path, async (place, owner) => {
    await replaced(place, owner, 0o666, async (_, temporary) => copyFile(file, temporary));
  });
}

function refused(message: string): ClientFailure {
  return new ClientFailure('file_refused', message);
}

/** Settings and hooks of a repository name programs, which the next git command would run. */
function isInRepository(way: string): boolean {
  return way.split(sep).some((part) => part.toLowerCase() === '.git');
}

function partsOf(path: string): string[] {
  if (typeof path !== 'string') throw refused(`${JSON.stringify(path)} is not a path`);
  if (path.includes('\0')) throw refused(`${JSON.stringify(path)} has a NUL character; no path has one`);
  const isAbsolute = /^([/\\]|[A-Za-z]:[/\\])/.test(path);
  if (isAbsolute) throw refused(`"${path}" is an absolute path; give one relative to the workspace`);
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw refused(`"${path}" has ".."; give a path inside the workspace`);
  return parts;
}

/** The real place of a path that need not exist yet. `isLinkItself` stops before a link at its end. */
async function placeOf(workspace: string, path: string, isLinkItself: boolean): Promise<string> {
  const root = await realpath(workspace);
  const parts = partsOf(path);
  let place = root;
  for (const [index, part] of parts.entries()) {
    place = join(place, part);
    const found = await lstat(place).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    const isFollowed = found?.isSymbolicLink() && !(isLinkItself && index === parts.length - 1);
    if (!isFollowed) continue;
    const target = await realpath(place).catch(() => null);
    if (target === null) throw refused(`"${path}" goes through a link that leads nowhere`);
    if (!isInside(root, target)) throw refused(`"${path}" goes through a link that leads out of the workspace`);
    place = target;
  }
  return place;
}

async function readText(place: string, path: string, most: number): Promise<string> {
  const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw refused(`"${path}" is not a regular file`);
    const { size } = found;
    if (size > most) throw tooLarge(`"${path}" has ${sizeWords(size)}`, most);
    // The file may grow while it is read; what is beyond the limit is not.
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(size), 0, size, 0);
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead));
  } catch (error) {
    if (error instanceof TypeError) throw refused(`"${path}" is not text in UTF-8`);
    throw error;
  } finally {
    await handle.close();
  }
}

/** Nobody sees half a file: it is written under another name and then takes its place. */
async function replaceText(
  place: string,
  path: string,
  content: string,
  most: number,
  owner: Owner | null,
): Promise<void> {
  checkSize(path, Buffer.byteLength(content), most);
  const before = await lstat(place).catch(() => null);
  if (before?.isDirectory()) throw refused(`"${path}" is a directory; give the path of a file`);
  await replaced(place, owner, before ? before.mode & 0o777 : 0o666, (handle) => handle.writeFile(content));
}

async function replaced(
  place: string,
  owner: Owner | null,
  mode: number,
  fill: (handle: FileHandle, temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = join(dirname(place), `.partial-${randomUUID()}`);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await fill(handle, heldPath(handle, temporary));
      if (owner) await handle.chown(owner.uid, owner.gid);
    } finally {
      await handle.close();
    }
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function appendText(
  place: string,
  path: string,
  content: string,
  most: number,
  owner: Owner | null,
): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(place, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw refused(`"${path}" is not a regular file`);
    checkSize(path, found.size + Buffer.byteLength(content), most);
    await handle.appendFile(content);
    if (owner && found.uid === 0) await handle.chown(owner.uid, owner.gid);
  } finally {
    await handle.close();
  }
}

async function listDirectory(place: string) {
  const entries = await readdir(place, { withFileTypes: true });
  const listed = entries.map(async (entry) => ({
    name: entry.name,
    isDirectory: entry.isDirectory(),
    size: await lstat(join(place, entry.name)).then(
      ({ size }) => (entry.isDirectory() ? 0 : size),
      () => 0,
    ),
  }));
  return (await Promise.all(listed)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function findFiles(workspace: string, pattern: string): Promise<string[]> {
  partsOf(pattern);
  const { files, isTruncated } = await collectArtifacts(workspace, [pattern], mostFound);
  if (isTruncated) throw refused(`more than ${mostFound} files match "${pattern}"; narrow it`);
  return files.map(({ name }) => name);
}

function checkSize(path: string, size: number, most: number): void {
  if (size > most) throw tooLarge(`"${path}" would have ${sizeWords(size)}`, most);
}

function tooLarge(what: string, most: number): ClientFailure {
  return refused(`${what}; a file that is read or written here may have ${sizeWords(most)} (GATEHOUSE_MAX_FILE)`);
}

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'goes through a file as if it were a directory, or is no directory',
  EISDIR: 'is a directory; give the path of a file',
  EEXIST: 'exists already and is a file',
  EACCES: 'may not be touched by the console',
  EPERM: 'may not be touched by the console',
  ENAMETOOLONG: 'is too long for a path',
  ELOOP: 'goes round in links',
  ENXIO: 'is not a regular file',
};

function told(path: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('storage_full', `No space left to write "${path}"; free some in the data directory`, {
      cause: error,
    });
  }
  if (Object.hasOwn(reasons, code)) return refused(`"${path}" ${reasons[code]}`);
  // The system's own words hold the place on this machine.
  return isClientFailure(error) ? error : refused(`"${path}" could not be used: ${code || messageOf(error)}`);
}
