// What a process prints comes through pipes. Node gives its children sockets, which nobody can open by a name: a script that
// writes to /dev/stderr would fail. Node makes no pipes either: mkfifo(1) makes some ahead, and the name of each is gone before
// anybody is started with it. They belong to whom the process runs as. Where this does not work, sockets have to do.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, fchownSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Needs } from '../../console/console.ts';

const atOnce = 32;

/** Names that are ready to be opened; null where there can be none. */
export type PipeNames = { ready: string[] | null; making: Promise<void> | null };

/** What the console reads, and what a child is given in its place. Both are open. */
export type OutputPipe = { source: number; given: number };

const folderOf = ({ env }: Needs<'env'>) => join(env.dataDirectory, 'pipes');

/** Of a console that was killed. */
export function forgetPipes(house: Needs<'env'>): void {
  rmSync(folderOf(house), { recursive: true, force: true });
}

async function makeMore(house: Needs<'env' | 'pipes'>): Promise<void> {
  const folder = folderOf(house);
  const names = Array.from({ length: atOnce }, () => join(folder, randomUUID()));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await promisify(execFile)('mkfifo', ['-m', '600', ...names]);
    house.pipes.ready?.push(...names);
  } catch (error) {
    // At the system's limits it is tried again; else it never works here.
    if (['EAGAIN', 'EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    house.pipes.ready = null;
  }
}

function openPipe(name: string, owner: number | undefined): OutputPipe {
  const opened: number[] = [];
  try {
    const source = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
    opened.push(source);
    const given = openSync(name, constants.O_WRONLY);
    opened.push(given);
    if (owner !== undefined) fchownSync(given, owner, owner);
    return { source, given };
  } catch (error) {
    for (const descriptor of opened) closeSync(descriptor);
    throw error;
  } finally {
    rmSync(name, { force: true });
  }
}

/** For what a process prints and for what it complains about; null where there are none. */
export async function openOutputPipes(
  house: Needs<'env' | 'pipes'>,
  owner: number | undefined,
): Promise<[OutputPipe, OutputPipe] | null> {
  if (process.platform !== 'linux') return null;
  const { pipes } = house;
  while (pipes.ready !== null && pipes.ready.length < 2) {
    pipes.making ??= makeMore(house).finally(() => {
      pipes.making = null;
    });
    await pipes.making;
  }
  const [first, second] = pipes.ready?.splice(-2) ?? [];
  if (first === undefined || second === undefined) return null;
  const printed = openPipe(first, owner);
  try {
    return [printed, openPipe(second, owner)];
  } catch (error) {
    closePipe(printed);
    throw error;
  }
}

export function closePipe({ source, given }: OutputPipe): void {
  for (const descriptor of [source, given]) closeSync(descriptor);
}
