// What nodes leave for later ones: files of the workspace below .gatehouse/, which git does not see. And which files an
// attempt had a part in: those that are newer than the folder it began with.
import { stat } from 'node:fs/promises';
import type { WorkspaceFiles } from '../../nodes/contract/node-context.ts';
import { whileScarce } from '../while-scarce.ts';
import { openInside } from './files.ts';
import { copyToWorkspace } from './workspace-files.ts';

const root = '.gatehouse';

type Place = { run: string; node: string; visit: number };

/** `source` is a text, or a file outside of the workspace; one that was never written is empty. */
export async function leaveFile(
  workspace: string,
  files: WorkspaceFiles,
  { run, node, visit }: Place,
  ending: string,
  source: string | { file: string },
): Promise<string> {
  const path = `${root}/${run}/${node}/${visit}.${ending}`;
  // Looked at, and made with its folders, as any file that is named from outside: no link leads it out.
  await files.write(path, typeof source === 'string' ? source : '');
  if ((await files.find(`${root}/.gitignore`)) === null) await files.write(`${root}/.gitignore`, '*\n');
  if (typeof source !== 'string') {
    const isThere = (await stat(source.file).catch(() => null)) !== null;
    if (isThere) await copyToWorkspace(workspace, path, source.file);
  }
  return path;
}

/** `began` is a folder that was made when the attempt began; the disk's own clock compares. */
export async function isNewerThan(workspace: string, path: string, began: string): Promise<boolean> {
  const { handle } = await whileScarce(() => openInside(workspace, path));
  try {
    const [file, folder] = await Promise.all([handle.stat({ bigint: true }), stat(began, { bigint: true })]);
    return file.ctimeNs >= folder.birthtimeNs;
  } finally {
    await handle.close();
  }
}
