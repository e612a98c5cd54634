// The files of a workspace that a command line names, by what is in them. Somebody who allowed a command has allowed the
// script it runs as well, and a run may have changed that. What such a file brings along itself is not followed.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ServerSpec } from './mcp-process.ts';

export type NamedFile = { path: string; sha256: string };

/** A text that may be a path, also as the value of an option. */
function pathsIn(text: string): string[] {
  const option = /^-[^=]*=(.+)$/s.exec(text)?.[1];
  return option === undefined ? [text] : [text, option];
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !isAbsolute(way) && way !== '..' && !way.startsWith('../');
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** In the order in which they are named, each once; paths are relative to the workspace. */
export async function namedFiles(spec: ServerSpec, workspace: string): Promise<NamedFile[]> {
  const home = await realpath(workspace);
  const cwd = resolve(workspace, spec.cwd ?? '.');
  const found = new Map<string, NamedFile>();
  for (const text of [spec.command, ...spec.args, ...Object.values(spec.env)].flatMap(pathsIn)) {
    const path = resolve(cwd, text);
    const real = await realpath(path).catch(() => null);
    if (real === null || !(await stat(real)).isFile()) continue;
    const folder = isInside(home, real) ? home : workspace;
    const file = isInside(home, real) ? real : path;
    if (isInside(folder, file)) found.set(file, { path: relative(folder, file), sha256: await sha256Of(real) });
  }
  return [...found.values()];
}
