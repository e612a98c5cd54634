// Which files of a run become artifacts: those that a node's globs name in the workspace, and all that its program left in
// the directory it was given for them. Links are not followed. node_modules, .git and .gatehouse are passed
// by unless a glob names them.
import { lstat } from 'node:fs/promises';
import { normalize } from 'node:path';
import picomatch from 'picomatch';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { isTooWild, leavesWorkspace, tooWild } from '../../workflow/check/check-artifacts.ts';
import { entriesOf, type FilePath } from './byte-names.ts';

const mostFiles = 200;
const passedBy = ['node_modules', '.git', '.gatehouse'];

/** Ready for writeArtifact: a file in `within`; its path from there is the artifact's name. */
export type CollectedFile = { name: string; file: FilePath; within: string };
export type Collected = { files: CollectedFile[]; isTruncated: boolean };

export async function collectArtifacts(workspace: string, globs: string[], most = mostFiles): Promise<Collected> {
  if (globs.length === 0) return { files: [], isTruncated: false };
  const patterns = globs.map(insidePattern);
  // A pattern without a wildcard may name a directory: then it means everything below.
  const matches = picomatch(patterns.flatMap((pattern) => [pattern, `${pattern}/**`]));
  const bases = patterns.map((pattern) => picomatch.scan(pattern).base);
  const leadsToMatch = (path: string) =>
    bases.some((base) => base === '' || path === base || path.startsWith(`${base}/`) || base.startsWith(`${path}/`));
  const choice: Choice = {
    enters: (path, name) =>
      leadsToMatch(path) && (!passedBy.includes(name) || patterns.some((one) => one.split('/').includes(name))),
    takes: (path) => matches(path),
  };
  return walk(workspace, choice, most);
}

export async function collectDropped(directory: string): Promise<Collected> {
  return walk(directory, { enters: () => true, takes: () => true }, mostFiles);
}

type Choice = { enters(path: string, name: string): boolean; takes(path: string): boolean };

async function walk(root: string, choice: Choice, most: number): Promise<Collected> {
  const files: CollectedFile[] = [];
  async function visit(directory: string, place: FilePath): Promise<void> {
    for (const { name, path: file, entry } of await entriesOf(place)) {
      if (files.length > most) return;
      const path = directory === '' ? name : `${directory}/${name}`;
      if (entry.isDirectory() && choice.enters(path, name)) await visit(path, file);
      if (entry.isFile() && choice.takes(path)) files.push({ name: path, file, within: root });
    }
  }
  const isDirectory = await lstat(root).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isDirectory) await visit('', root);
  return { files: files.slice(0, most), isTruncated: files.length > most };
}

function insidePattern(glob: string): string {
  if (leavesWorkspace(glob)) {
    throw new ClientFailure('file_refused', `artifacts: "${glob}" leaves the workspace; give a path inside it`);
  }
  if (isTooWild(glob)) throw new ClientFailure('file_refused', `"${glob}" ${tooWild}; write fewer of them`);
  return normalize(glob).replace(/\/+$/, '');
}
