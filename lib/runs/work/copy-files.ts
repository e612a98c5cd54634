// Copies a run's files for a fork. Links that lead out of the tree are left out; others are made anew inside the copy. The
// run's commands may still work there: what became a link since it was listed is not followed.
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, realpath, symlink } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { childOf, entriesOf, type FilePath, type NamedEntry } from '../../clients/files/byte-names.ts';
import { isInside } from '../../clients/files/files.ts';
import { heldPath, holding } from '../../clients/files/held-folder.ts';

/** Copies everything under `from` that is wanted; nothing happens when it does not exist. */
export async function copyTree(
  from: FilePath,
  to: FilePath,
  root = from,
  isWanted: (path: FilePath) => boolean = () => true,
  held: FilePath = from,
): Promise<void> {
  const entries = await entriesOf(held).catch((): NamedEntry[] => []);
  if (entries.length > 0) await mkdir(to, { recursive: true });
  for (const { name, path: source, entry } of entries) {
    const target = childOf(to, entry.name);
    const path = childOf(from, typeof source === 'string' ? name : entry.name);
    if (!isWanted(path)) continue;
    if (entry.isDirectory()) {
      await mkdir(target, { recursive: true });
      await holding(source, (folder) => copyTree(path, target, root, isWanted, folder));
    } else if (entry.isFile()) {
      await copyOne(source, target);
    } else if (entry.isSymbolicLink()) {
      const real = await realpath(source).catch(() => null);
      const home = await realpath(root);
      if (real !== null && isInside(home, real)) await symlink(relative(await realpath(held), real), target);
    }
  }
}

async function copyOne(source: FilePath, target: FilePath): Promise<void> {
  const handle = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const isFile = (await handle.stat()).isFile();
    if (isFile) await copyFile(heldPath(handle, source), target, constants.COPYFILE_FICLONE);
  } finally {
    await handle.close();
  }
}

/**
 * A finished artifact never changes: the same bytes under a second name, or a copy where the disk cannot do that. One
 * whose file is lost stays lost.
 */
export async function shareFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') await copyFile(from, to);
  });
}
