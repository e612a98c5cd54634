// An artifact is written whole or not at all: under a temporary name in its own directory, synced, then linked to its
// name, which fails when that name is taken. Nothing is ever overwritten and nobody sees half a file. Memory stays
// constant: bytes are hashed on their way.
import { createHash, randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { AppError } from '../../errors.ts';
import { whileScarce } from '../while-scarce.ts';
import type { FilePath } from './byte-names.ts';
import { artifactName, openInside, pathIn } from './files.ts';
import { mediaType, mediaTypeBytes } from './media-type.ts';

const temporaryPrefix = '.partial-';

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
export type ArtifactSource =
  | { bytes: Uint8Array | string }
  | { stream: Chunks }
  /** A file that must be inside `within`; relative paths start there. `move` removes it once the artifact is safe. */
  | { file: FilePath; within: string; move?: boolean };

export type WrittenArtifact = { name: string; file: string; type: string; size: number; sha256: string };

/** The same in every bundle of this process, and of no other process. */
const processMark = `${process.pid}.${Math.round(performance.timeOrigin)}`;

export async function writeArtifact(
  input: { directory: string; name: string; change?: (chunks: Chunks) => Chunks } & ArtifactSource,
): Promise<WrittenArtifact> {
  const temporary = join(input.directory, `${temporaryPrefix}${processMark}-${randomUUID()}`);
  const source = await chunksOf(input);
  try {
    await makeDirectory(input.directory);
    const written = await copyTo(temporary, input.change?.(source) ?? source);
    const file = await linkToFreeName(temporary, input.directory, artifactName(input.name));
    await rm(temporary);
    await syncDirectory(input.directory);
    if ('file' in input && input.move) await rm(pathIn(input.within, input.file));
    const name = basename(file);
    const { head, ...measured } = written;
    return { name, file, type: mediaType(name, head), ...measured };
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw storageFailure(input.name, error);
  }
}

/**
 * Removes what a killed process left half written. Temporary names carry a mark of the process that writes them, so this
 * may run while new artifacts are being saved.
 */
export async function sweepTemporaryFiles(data: string): Promise<number> {
  let removed = 0;
  async function sweep(directory: string, depth: number): Promise<void> {
    for (const entry of await readdir(directory, { withFileTypes: true }).catch((): Dirent[] => [])) {
      const path = join(directory, entry.name);
      const isArtifactPath = depth < 4 ? entry.name !== 'workspace' : entry.name === 'artifacts';
      if (entry.isDirectory() && depth < 5 && isArtifactPath) await sweep(path, depth + 1);
      if (!entry.isFile() || !entry.name.startsWith(temporaryPrefix)) continue;
      if (entry.name.startsWith(temporaryPrefix + processMark)) continue;
      await rm(path, { force: true });
      removed += 1;
    }
  }
  await sweep(join(data, 'runs'), 0);
  return removed;
}

async function chunksOf(source: ArtifactSource): Promise<Chunks> {
  if ('bytes' in source) return [typeof source.bytes === 'string' ? Buffer.from(source.bytes) : source.bytes];
  if ('stream' in source) return source.stream;
  const { handle } = await whileScarce(() => openInside(source.within, source.file));
  return handle.createReadStream();
}

async function copyTo(file: string, source: Chunks) {
  const hash = createHash('sha256');
  const handle: FileHandle = await whileScarce(() => open(file, 'wx'));
  let head: Uint8Array = Buffer.alloc(0);
  let size = 0;
  try {
    for await (const chunk of source) {
      if (head.length < mediaTypeBytes) head = Buffer.concat([head, chunk]).subarray(0, mediaTypeBytes);
      hash.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { head, size, sha256: hash.digest('hex') };
}

async function linkToFreeName(temporary: string, directory: string, name: string): Promise<string> {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let count = 1; ; count++) {
    const file = join(directory, count === 1 ? name : `${stem}-${count}${extension}`);
    try {
      await link(temporary, file);
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** A new directory is itself an entry of its parent, which must be on disk before a file in it can be called saved. */
async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true });
  if (first === undefined) return;
  for (let path = directory; path.length >= first.length; path = dirname(path)) await syncDirectory(dirname(path));
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await whileScarce(() => open(directory, 'r'));
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function storageFailure(name: string, error: unknown): unknown {
  if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) return error;
  return new AppError('storage_full', `No space left to save "${name}"; free some in the data directory`, {
    cause: error,
  });
}
