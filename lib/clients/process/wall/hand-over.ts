// A console that runs as root gives up its user for what it starts. What such a process may write belongs to that user before
// it starts, and the way there is open to it and to nobody else.

import { chmodSync, chownSync, statSync } from 'node:fs';
import { chown, lchown, lstat, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { childOf, type FilePath } from '../../files/byte-names.ts';
import { holding } from '../../files/held-folder.ts';
import type { Owner } from './shown-machine.ts';

/** Nobody else on a machine has it. */
export const childUser: Owner = { uid: 64_321, gid: 64_321 };

/** Something that still runs may put a link in the place of a folder: what that leads to is not given away. */
async function giveAll(path: FilePath, owner: Owner): Promise<void> {
  const isFolder = (await lstat(path)).isDirectory();
  await lchown(path, owner.uid, owner.gid);
  if (isFolder) await holding(path, (held) => giveContent(held, owner));
}

async function giveContent(folder: FilePath, owner: Owner): Promise<void> {
  for (const name of await readdir(folder, { encoding: 'buffer' })) await giveAll(childOf(folder, name), owner);
}

/** The whole folder, unless it is theirs: what the console puts there later it gives away itself. */
export async function handOver(folder: string, owner: Owner): Promise<void> {
  const found = await stat(folder);
  if (found.uid === owner.uid && found.gid === owner.gid) return;
  // The folder itself comes last: one that was given half is given again.
  await giveContent(folder, owner);
  await chown(folder, owner.uid, owner.gid);
}

/** The data directory is its owner's, and may be passed through by what runs behind the wall. */
export function closeDirectory(data: string): void {
  const isPassage = process.getuid?.() === 0 && statSync(data).gid === childUser.gid;
  chmodSync(data, isPassage ? 0o710 : 0o700);
}

/** From the data directory down to this folder. */
export function openWay(data: string, folder: string, { gid }: Owner): void {
  for (let at = dirname(folder); at.length >= data.length; at = dirname(at)) {
    const found = statSync(at);
    const isOpen = at === data ? found.gid === gid && (found.mode & 0o010) !== 0 : (found.mode & 0o001) !== 0;
    if (isOpen) continue;
    chownSync(at, found.uid, gid);
    chmodSync(at, (found.mode & 0o777) | 0o010);
  }
}
