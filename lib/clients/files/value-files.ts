// Values that are too large for an event, as files beside the run's artifacts. A file is named by the hash of what is in it:
// it is written whole and synced before an event names it, never changes, and is the same in every run that has it.
import { createHash } from 'node:crypto';
import { type Dirent, readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { whileScarce } from '../while-scarce.ts';
import { runDirectory } from './files.ts';
import { writeArtifact } from './write-artifact.ts';

/** The run that a value belongs to. */
export type ValuePlace = { workflow: string; run: string };

const named = /^([0-9a-f]{64})\.json$/;

function directoryOf(data: string, { workflow, run }: ValuePlace): string {
  return join(runDirectory(data, workflow, run), 'values');
}

export function valueFile(data: string, place: ValuePlace, hash: string): string {
  return join(directoryOf(data, place), `${hash}.json`);
}

export const hashOfValue = (text: string) => createHash('sha256').update(text).digest('hex');

export async function writeValue(data: string, place: ValuePlace, hash: string, text: string): Promise<void> {
  const isThere = await stat(valueFile(data, place, hash)).catch(() => null);
  if (!isThere) await writeArtifact({ directory: directoryOf(data, place), name: `${hash}.json`, bytes: text });
}

function parsed(text: string, hash: string): unknown {
  if (hashOfValue(text) === hash) return JSON.parse(text);
  throw new ClientFailure('value_lost', `The file ${hash}.json of this run is damaged; restore it from a backup`);
}

function lost(error: unknown, hash: string): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return error;
  const message = `The file ${hash}.json of this run is missing; restore it from a backup`;
  return new ClientFailure('value_lost', message, { cause: error });
}

export async function readValue(data: string, place: ValuePlace, hash: string): Promise<unknown> {
  const text = await whileScarce(() => readFile(valueFile(data, place, hash), 'utf8')).catch((error) => {
    throw lost(error, hash);
  });
  return parsed(text, hash);
}

/** For whoever cannot wait: a node that looks at the run's data in the middle of its work. */
export function readValueNow(data: string, place: ValuePlace, hash: string): unknown {
  try {
    return parsed(readFileSync(valueFile(data, place, hash), 'utf8'), hash);
  } catch (error) {
    throw lost(error, hash);
  }
}

/** The hashes of all values that a run has. */
export async function listValues(data: string, place: ValuePlace): Promise<string[]> {
  const entries = await readdir(directoryOf(data, place), { withFileTypes: true }).catch((): Dirent[] => []);
  return entries.flatMap((entry) => (entry.isFile() ? (named.exec(entry.name)?.[1] ?? []) : [])).sort();
}
