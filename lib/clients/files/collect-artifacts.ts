// Which files of a run become artifacts: those that a node's globs name in the workspace, and all that its program left in
// the directory it was given for them. Links are not followed. node_modules and .git are passed by unless a glob names them.
import { lstat, readdir } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import picomatch from 'picomatch';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { isTooWild, leavesWorkspace, tooWild } from '../../workflow/check/check-artifacts.ts';

const mostFiles = 200;
const passedBy = ['node_modules', '.git'];

/** Ready for writeArtifact: a path relative to `within`, which is also the artifact's name. */
export type CollectedFile = { name: string; file: string; within: string };
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
  async function visit(directory: string): Promise<void> {
    const entries = await readdir(join(root, directory), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (files.length > most) return;
      const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
      if (entry.isDirectory() && choice.enters(path, entry.name)) await visit(path);
      if (entry.isFile() && choice.takes(path)) files.push({ name: path, file: path, within: root });
    }
  }
  const isDirectory = await lstat(root).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isDirectory) await visit('');
  return { files: files.slice(0, most), isTruncated: files.length > most };
}

function insidePattern(glob: string): string {
  if (leavesWorkspace(glob)) {
    throw new ClientFailure('file_refused', `artifacts: "${glob}" leaves the workspace; give a path inside it`);
  }
  if (isTooWild(glob)) throw new ClientFailure('file_refused', `"${glob}" ${tooWild}; write fewer of them`);
  return normalize(glob).replace(/\/+$/, '');
}
