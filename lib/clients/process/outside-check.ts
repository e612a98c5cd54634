// The checks that look outside of a run. Each says what is missing, or nothing when it holds; one that cannot
// be carried out throws. Nothing here changes anything.

import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import type { Needs } from '../../console/console.ts';
import { messageOf } from '../../errors.ts';
import type { WorkspaceFiles } from '../../nodes/contract/node-context.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import type { OutsideCheck } from '../../nodes/parts/precondition.ts';
import { findProgram } from './find-program.ts';
import { probeProgram } from './probe-program.ts';
import { checkVisible } from './wall/enter-room.ts';
import { emptyRoom, type Room, type Shown } from './wall/room.ts';

const largestSearched = 10_000_000;

/** What lies in the working directory is not an installed module, and must not be imported by looking. */
const moduleProbe =
  'import sys; sys.path[:] = [p for p in sys.path if p]; import importlib.util; ' +
  'sys.exit(0 if importlib.util.find_spec(sys.argv[1]) else 1)';

export async function missingOutside(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  check: OutsideCheck,
  signal: AbortSignal,
  place: Place,
): Promise<string | null> {
  switch (check.type) {
    case 'tool_available':
      return (await lookFor(house, check.tool, place.outside)).missing;
    case 'tool_check':
      return check.capability === 'available'
        ? (await lookFor(house, check.tool, place.outside)).missing
        : olderThan(house, check.tool, check.args?.version ?? '', signal, place.outside);
    case 'python_module_available':
      return missingModule(house, check.module, signal, place.outside);
    case 'file_exists':
      return missingPath(place, check.path, 'is_file');
    case 'directory_exists':
      return missingPath(place, check.path, 'is_directory');
    case 'path_check':
      return check.check === 'contains_text'
        ? missingText(place, check.path, check.args?.text ?? '')
        : missingPath(place, check.path, check.check);
  }
}

/** Found as a command would find it, or what is missing. */
async function lookFor(
  house: Needs<'env' | 'wall'>,
  tool: string,
  outside: Shown[] = [],
): Promise<{ program: string; missing: null } | { program: null; missing: string }> {
  try {
    const program = await findProgram(house, tool, { ...emptyRoom, outside });
    if (program !== null) return { program, missing: null };
    return { program: null, missing: `the program "${tool}" was not found; install it, or put it on the PATH` };
  } catch (error) {
    return { program: null, missing: messageOf(error) };
  }
}

async function olderThan(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  tool: string,
  wanted: string,
  signal: AbortSignal,
  outside?: Shown[],
): Promise<string | null> {
  const { program, missing } = await lookFor(house, tool, outside);
  if (program === null) return missing;
  const { text } = await probeProgram(house, [program, '--version'], signal, outside);
  const found = /\d+(\.\d+)*/.exec(text)?.[0];
  if (!found) throw new Error(`"${tool} --version" does not say a version`);
  if (!/^\d+(\.\d+)*$/.test(wanted)) throw new Error(`"${wanted}" is not a version; write numbers with dots between`);
  return isAtLeast(found, wanted) ? null : `"${tool}" is version ${found}; at least ${wanted} is needed`;
}

function isAtLeast(found: string, wanted: string): boolean {
  const have = found.split('.').map(Number);
  for (const [index, least] of wanted.split('.').map(Number).entries()) {
    const part = have[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

async function missingModule(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  module: string,
  signal: AbortSignal,
  outside?: Shown[],
): Promise<string | null> {
  const newer = await lookFor(house, 'python3', outside);
  const { program } = newer.program === null ? await lookFor(house, 'python', outside) : newer;
  if (program === null) return newer.missing;
  const { code } = await probeProgram(house, [program, '-c', moduleProbe, module], signal, outside);
  return code === 0 ? null : `Python has no module "${module}"; install it for ${program}`;
}

/** Where files are looked for, how a path is told, and what is shown there besides. */
export type Place = Pick<WorkspaceFiles, 'find' | 'read'> & { words(path: string): string; outside?: Shown[] };

/**
 * A folder of this machine; absolute paths are anywhere that commands of this room would see. Without a folder, only those can
 * be looked for.
 */
export function folderPlace(house: Needs<'env' | 'wall'>, folder: string | null, room: Room): Place {
  const at = (path: string) => {
    if (folder === null && !isAbsolute(path)) {
      const message = `"${path}" is a path in the workspace, of which nothing is there before the run; give the run a folder to begin with, or look in an if or a validate`;
      throw new ClientFailure('file_refused', message);
    }
    return resolve(folder ?? '/', path);
  };
  return {
    outside: room.outside,
    find: async (path) => {
      await checkVisible(house, room, at(path));
      const stats = await found(at(path));
      return stats?.isDirectory() ? 'directory' : stats ? 'file' : null;
    },
    read: async (path) => {
      const file = at(path);
      if ((await stat(file)).size <= largestSearched) return readFile(file, 'utf8');
      throw new Error(`${file} is larger than ${largestSearched / 1_000_000} MB and is not searched`);
    },
    words: at,
  };
}

async function found(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

async function missingPath(
  place: Place,
  path: string,
  check: 'exists' | 'is_file' | 'is_directory',
): Promise<string | null> {
  const there = await place.find(path);
  if (there === null) return `there is no ${words[check]} ${place.words(path)}`;
  if (check === 'is_file' && there !== 'file') return `${place.words(path)} is not a file`;
  if (check === 'is_directory' && there !== 'directory') return `${place.words(path)} is not a directory`;
  return null;
}

const words = { exists: 'file or directory', is_file: 'file', is_directory: 'directory' } as const;

async function missingText(place: Place, path: string, text: string): Promise<string | null> {
  const missing = await missingPath(place, path, 'is_file');
  if (missing) return missing;
  return (await place.read(path)).includes(text) ? null : `${place.words(path)} does not contain "${text}"`;
}
