// Folders that a command may change while the console works in them: what was a folder a moment ago can be a link by now, and
// the console may do more than the command. So a folder is opened, part by part and through no link, and what is done in it
// is done by its descriptor. Where the kernel does not tell descriptors as paths there is no wall, and names have to do.
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readlink, rmdir, unlink } from 'node:fs/promises';
import { childOf, type FilePath } from './byte-names.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
const descriptors = process.platform === 'linux' ? '/proc/self/fd' : null;

/** The open file or folder as a path; a link that takes the place of its name changes nothing. */
export function heldPath<Path extends FilePath>({ fd }: FileHandle, otherwise: Path): Path | string {
  return descriptors === null ? otherwise : `${descriptors}/${fd}`;
}

/** Where an open file really is; null where the kernel does not tell. */
export async function placeOfOpen({ fd }: FileHandle): Promise<Buffer | null> {
  return descriptors === null ? null : readlink(`${descriptors}/${fd}`, { encoding: 'buffer' });
}

/** A link in its place is refused by the system (ENOTDIR). */
export async function holding<Path extends FilePath, Result>(
  folder: Path,
  work: (held: Path | string) => Promise<Result>,
): Promise<Result> {
  const handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    return await work(heldPath(handle, folder));
  } finally {
    await handle.close();
  }
}

/** The folder that these names lead to from `root`; `make` may make each of them first. */
export function holdingBelow<Result>(
  root: string,
  [part, ...rest]: string[],
  work: (held: string) => Promise<Result>,
  make?: (folder: string) => Promise<void>,
): Promise<Result> {
  return holding(root, async (held) => {
    if (part === undefined) return work(held);
    const next = `${held}/${part}`;
    await make?.(next);
    return holdingBelow(next, rest, work, make);
  });
}

/** With all that is in it. */
export async function removeHeld(path: FilePath): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return unlink(path);
  await holding(path, async (held) => {
    for (const name of await readdir(held, { encoding: 'buffer' })) await removeHeld(childOf(held, name));
  });
  await rmdir(path);
}
