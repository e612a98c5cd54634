// The checks of `require` that look outside of a run. Each says what is missing, or nothing when it holds; one that cannot
// be carried out throws. Nothing here changes anything.

import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Needs } from '../../console/console.ts';
import { messageOf } from '../../errors.ts';
import type { OutsideCheck } from '../../nodes/parts/requirement.ts';
import { findProgram } from './find-program.ts';
import { probeProgram } from './probe-program.ts';

const largestSearched = 10_000_000;

/** What lies in the working directory is not an installed module, and must not be imported by looking. */
const moduleProbe =
  'import sys; sys.path[:] = [p for p in sys.path if p]; import importlib.util; ' +
  'sys.exit(0 if importlib.util.find_spec(sys.argv[1]) else 1)';

export async function missingOutside(
  house: Needs<'env' | 'processes' | 'wall'>,
  check: OutsideCheck,
  signal: AbortSignal,
): Promise<string | null> {
  switch (check.type) {
    case 'tool_available':
      return missingProgram(house, check.tool);
    case 'tool_check':
      return check.capability === 'available'
        ? missingProgram(house, check.tool)
        : olderThan(house, check.tool, check.args?.version ?? '', signal);
    case 'python_module_available':
      return missingModule(house, check.module, signal);
    case 'file_exists':
      return missingPath(check.path, 'is_file');
    case 'directory_exists':
      return missingPath(check.path, 'is_directory');
    case 'path_check':
      return check.check === 'contains_text'
        ? missingText(check.path, check.args?.text ?? '')
        : missingPath(check.path, check.check);
  }
}

async function missingProgram(house: Needs<'env' | 'wall'>, tool: string): Promise<string | null> {
  try {
    const found = await findProgram(house, tool);
    return found ? null : `the program "${tool}" was not found; install it, or put it on the PATH`;
  } catch (error) {
    return messageOf(error);
  }
}

async function olderThan(
  house: Needs<'env' | 'processes' | 'wall'>,
  tool: string,
  wanted: string,
  signal: AbortSignal,
): Promise<string | null> {
  const program = await findProgram(house, tool);
  if (!program) return missingProgram(house, tool);
  const { text } = await probeProgram(house, [program, '--version'], signal);
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
  house: Needs<'env' | 'processes' | 'wall'>,
  module: string,
  signal: AbortSignal,
): Promise<string | null> {
  const python = (await findProgram(house, 'python3')) ?? (await findProgram(house, 'python'));
  if (!python) return missingProgram(house, 'python3');
  const { code } = await probeProgram(house, [python, '-c', moduleProbe, module], signal);
  return code === 0 ? null : `Python has no module "${module}"; install it for ${python}`;
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

async function missingPath(path: string, check: 'exists' | 'is_file' | 'is_directory'): Promise<string | null> {
  const place = resolve(path);
  const stats = await found(place);
  if (!stats) return `there is no ${words[check]} ${place}`;
  if (check === 'is_file' && !stats.isFile()) return `${place} is not a file`;
  if (check === 'is_directory' && !stats.isDirectory()) return `${place} is not a directory`;
  return null;
}

const words = { exists: 'file or directory', is_file: 'file', is_directory: 'directory' } as const;

async function missingText(path: string, text: string): Promise<string | null> {
  const missing = await missingPath(path, 'is_file');
  if (missing) return missing;
  const place = resolve(path);
  if ((await stat(place)).size > largestSearched) {
    throw new Error(`${place} is larger than ${largestSearched / 1_000_000} MB and is not searched`);
  }
  return (await readFile(place, 'utf8')).includes(text) ? null : `${place} does not contain "${text}"`;
}
