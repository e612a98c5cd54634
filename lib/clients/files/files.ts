// Where the data directory keeps the files of a run, and the one way to open a file that somebody else named.
// Nothing here ever leaves its root: names become single, harmless path parts, and a file is opened only when its real
// path, links resolved, is inside.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import type { FilePath } from './byte-names.ts';
import { placeOfOpen } from './held-folder.ts';

const longestName = 120;

export type AttemptPlace = { workflow: string; runId: string; node: string; visit: number; attempt: number };
export type AttemptDirectories = {
  directory: string;
  /** Finished artifacts, each written whole. */
  artifacts: string;
  /** What the node's program finds in GATEHOUSE_ARTIFACTS; its files are moved to `artifacts` when it is done. */
  dropped: string;
  outputFiles: { stdout: string; stderr: string };
};

export function runDirectory(data: string, workflow: string, runId: string): string {
  return join(data, 'runs', directoryName(workflow), directoryName(runId));
}

export function workspaceDirectory(data: string, workflow: string, runId: string): string {
  return join(runDirectory(data, workflow, runId), 'workspace');
}

/** What lasts for a workflow, and is seen by its own commands only. */
export function homeDirectory(data: string, workflow: string): string {
  return join(data, 'homes', directoryName(workflow));
}

export function attemptDirectory(data: string, place: AttemptPlace): AttemptDirectories {
  // A node may be called "workspace"; its attempts must not land in the run's workspace.
  const node = place.node === 'workspace' ? 'workspace~' : directoryName(place.node);
  const directory = join(runDirectory(data, place.workflow, place.runId), node, `${place.visit}-${place.attempt}`);
  return {
    directory,
    artifacts: join(directory, 'artifacts'),
    dropped: join(directory, 'dropped'),
    outputFiles: outputFilesIn(directory),
  };
}

/** What an attempt's program prints, in the attempt's directory. */
export function outputFilesIn(directory: string): AttemptDirectories['outputFiles'] {
  return { stdout: join(directory, 'stdout.log'), stderr: join(directory, 'stderr.log') };
}

/** The file name for an artifact: directories become dashes, `..` and control characters go, dots do not lead. */
export function artifactName(name: string): string {
  const flat = name
    .normalize('NFC')
    .split(/[/\\]+/)
    .filter((part) => !/^\.*$/.test(part))
    .join('-')
    .replace(/[\p{C}<>:"|?*]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (flat === '') return 'artifact';
  if (flat.length <= longestName) return flat;
  const extension = extname(flat).slice(0, 16);
  return basename(flat, extname(flat)).slice(0, longestName - extension.length) + extension;
}

export function isInside(root: string, path: string): boolean {
  const way = relative(resolve(root), resolve(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Relative paths start at the root; one of bytes is whole already. */
export function pathIn(root: string, file: FilePath): FilePath {
  return typeof file === 'string' ? resolve(root, file) : file;
}

/** One character for each byte, so that any path can be compared as a text. */
const byteText = (path: FilePath) => Buffer.from(path).toString('latin1');

/** Opens a regular file for reading; refuses one outside of the root, and pipes and devices, which would block. */
export async function openInside(root: string, file: FilePath): Promise<{ handle: FileHandle; size: number }> {
  const path = pathIn(root, file);
  const real = await realpath(path, { encoding: 'buffer' }).catch(() => null);
  if (real === null) throw new ClientFailure('file_refused', `File "${file}" does not exist`);
  const home = await realpath(root, { encoding: 'buffer' });
  if (!isInside(byteText(root), byteText(path)) || !isInside(byteText(home), byteText(real))) {
    throw new ClientFailure('file_refused', `File "${file}" is outside of the directory it must be in`);
  }
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const [found, opened] = [await handle.stat(), await placeOfOpen(handle)];
  // A folder on the way may have become a link since it was looked at.
  const isThere = opened === null || isInside(byteText(home), byteText(opened));
  if (found.isFile() && isThere) return { handle, size: found.size };
  await handle.close();
  const words = isThere ? 'is not a regular file' : 'is outside of the directory it must be in';
  throw new ClientFailure('file_refused', `"${file}" ${words}`);
}

/** An artifact's bytes, all or a part of them, for a download; `file` is its path relative to the data directory. */
export async function openArtifact(
  data: string,
  file: string,
  part: (size: number) => { start?: number; end?: number } = () => ({}),
): Promise<{ stream: Readable; size: number }> {
  try {
    const { handle, size } = await openInside(join(data, 'runs'), resolve(data, file));
    return { stream: handle.createReadStream(part(size)), size };
  } catch (error) {
    throw new AppError('not_found', `The file of this artifact is missing: ${basename(file)}`, { cause: error });
  }
}

/** Ids pass unchanged; anything else gets a hash, so that two names never share a directory. */
function directoryName(name: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/.test(name)) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 60)}~${hash}`;
}
