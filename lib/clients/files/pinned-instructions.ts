// A run follows the instructions that there were when it started, or when it first named them: the files are kept with it,
// beside the directories of its nodes, under a name that no node can have.
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Instructions, WorkspaceFiles } from '../../nodes/contract/node-context.ts';
import { isClientFailure } from '../../nodes/parts/client-failure.ts';
import { findAmong, findInstructions, type Kind, readInstructions } from './instructions.ts';

export const pinnedIn = (run: string) => join(run, '.instructions');

const isMissing = (error: unknown) => isClientFailure(error) && error.code === 'instructions_missing';

async function pin(workflows: string, run: string, kind: Kind, name: string): Promise<void> {
  await keep(run, await findInstructions(workflows, kind, name));
}

async function keep(run: string, { place, text }: { place: string; text: string }): Promise<void> {
  const file = join(pinnedIn(run), place);
  await mkdir(dirname(file), { recursive: true });
  // Several attempts may come here at once: each writes what it read, and whole.
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}

/** What cannot be found yet is told by the node that wants it. */
export async function pinAll(workflows: string, run: string, named: { kind: Kind; name: string }[]): Promise<void> {
  for (const { kind, name } of named) {
    await pin(workflows, run, kind, name).catch((error) => {
      if (!isClientFailure(error)) throw error;
    });
  }
}

/** What was not beside the workflow may be in the workspace: as it is at the start, and never where a link leads out of it. */
export async function pinFromWorkspace(
  files: Pick<WorkspaceFiles, 'find' | 'read'>,
  run: string,
  named: { kind: Kind; name: string }[],
): Promise<void> {
  const read = async (place: string) => ((await files.find(place)) === 'file' ? files.read(place) : null);
  for (const { kind, name } of named) {
    try {
      const isKept = await readInstructions(pinnedIn(run), kind, name).then(
        () => true,
        (error) => !isMissing(error),
      );
      const found = isKept ? null : await findAmong(read, kind, name);
      if (found) await keep(run, found);
    } catch (error) {
      if (!isClientFailure(error)) throw error;
    }
  }
}

/** A run that was moved to a newer text follows the newer files too, also those that only a run names. */
export async function pinAnew(workflows: string, run: string, named: { kind: Kind; name: string }[]): Promise<void> {
  await rm(pinnedIn(run), { recursive: true, force: true });
  await pinAll(workflows, run, named);
}

export async function readPinned(workflows: string, run: string, kind: Kind, name: string): Promise<Instructions> {
  try {
    return await readInstructions(pinnedIn(run), kind, name);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await pin(workflows, run, kind, name);
  return readInstructions(pinnedIn(run), kind, name);
}
