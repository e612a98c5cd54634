// Finds Markdown files in a folder: in its skills/, commands/ and agents/, or in those of its .claude/, where other systems
// keep theirs. A name is letters, digits, _, - and dots inside, so it can lead nowhere else; a command's `a:b` and a skill's
// `a/b` are a folder and a file.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instructions } from '../../nodes/contract/node-context.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { parseInstructions } from '../../workflow/instructions-file.ts';

export type Kind = 'skill' | 'command' | 'agent';

const segment = /^[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/;
const largest = 256 * 1024;

type Found = { place: string; text: string };

export async function readInstructions(workflows: string, kind: Kind, name: string): Promise<Instructions> {
  return parsed(await findInstructions(workflows, kind, name), name);
}

function parsed({ place, text }: Found, name: string): Instructions {
  const read = parseInstructions(text, name);
  if (!('problem' in read)) return read;
  throw new ClientFailure('instructions_unreadable', `${place} cannot be used: ${read.problem}`);
}

export async function findInstructions(root: string, kind: Kind, name: string): Promise<Found> {
  const found = await findAmong((place) => readIfThere(join(root, place), place), kind, name);
  if (found) return found;
  const places = placesOf(kind, partsOf(kind, name)).filter((place) => !place.startsWith('.'));
  const where = 'in the workflows folder, nor in a .claude folder there or in the workspace at the start';
  throw new ClientFailure(
    'instructions_missing',
    `There is no ${kind} "${name}": no ${places.join(' and no ')} ${where}`,
  );
}

const partsOf = (kind: Kind, name: string) => (kind === 'agent' ? [name] : name.split(kind === 'skill' ? /[/:]/ : ':'));

/** `read` gives null for a file that is not there. */
export async function findAmong(
  read: (place: string) => Promise<string | null>,
  kind: Kind,
  name: string,
): Promise<Found | null> {
  const parts = partsOf(kind, name);
  if (!parts.every((part) => segment.test(part))) {
    const message = `"${name}" cannot be the name of ${kind === 'agent' ? 'an' : 'a'} ${kind}; use letters, digits, _ and -`;
    throw new ClientFailure('instructions_missing', message);
  }
  for (const place of placesOf(kind, parts)) {
    const text = await read(place);
    if (text !== null) return { place, text };
  }
  return null;
}

function placesOf(kind: Kind, parts: string[]): string[] {
  const path = parts.join('/');
  const own = kind === 'skill' ? [`skills/${path}/SKILL.md`, `skills/${path}.md`] : [`${kind}s/${path}.md`];
  return [...own, ...own.map((place) => `.claude/${place}`)];
}

async function readIfThere(file: string, place: string): Promise<string | null> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new ClientFailure('instructions_unreadable', `${place} cannot be read (${error.code})`);
  });
  if (!found?.isFile()) return null;
  if (found.size > largest) {
    throw new ClientFailure('instructions_unreadable', `${place} is larger than ${largest / 1024} KB; make it shorter`);
  }
  return readFile(file, 'utf8');
}
