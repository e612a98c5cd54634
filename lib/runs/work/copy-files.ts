// Copies a run's files for a fork. Links that lead out of the tree are left out; others are made anew inside the copy.
import { constants } from 'node:fs';
import { copyFile, link, mkdir, realpath, symlink } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { childOf, entriesOf, type FilePath, type NamedEntry } from '../../clients/files/byte-names.ts';
import { isInside } from '../../clients/files/files.ts';

/** Copies everything under `from` that is wanted; nothing happens when it does not exist. */
export async function copyTree(
  from: FilePath,
  to: FilePath,
  root = from,
  isWanted: (path: FilePath) => boolean = () => true,
): Promise<void> {
  const entries = await entriesOf(from).catch((): NamedEntry[] => []);
  if (entries.length > 0) await mkdir(to, { recursive: true });
  for (const { path: source, entry } of entries) {
    const target = childOf(to, entry.name);
    if (!isWanted(source)) continue;
    if (entry.isDirectory()) {
      await mkdir(target, { recursive: true });
      await copyTree(source, target, root, isWanted);
    } else if (entry.isFile()) {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
    } else if (entry.isSymbolicLink()) {
      const real = await realpath(source).catch(() => null);
      const home = await realpath(root);
      if (real !== null && isInside(home, real)) await symlink(relative(await realpath(from), real), target);
    }
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
