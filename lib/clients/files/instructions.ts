// Finds the Markdown files beside the workflows: skills/, commands/ and agents/. A name is letters, digits, _, - and dots
// inside, so it can lead nowhere else; a command's `a:b` is its folder and file.
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
  const parts = kind === 'command' ? name.split(':') : [name];
  if (!parts.every((part) => segment.test(part))) {
    const message = `"${name}" cannot be the name of ${kind === 'agent' ? 'an' : 'a'} ${kind}; use letters, digits, _ and -`;
    throw new ClientFailure('instructions_missing', message);
  }
  const places = placesOf(kind, parts);
  for (const place of places) {
    const text = await readIfThere(join(root, place), place);
    if (text !== null) return { place, text };
  }
  const message = `There is no ${kind} "${name}": no ${places.join(' and no ')} in the workflows folder`;
  throw new ClientFailure('instructions_missing', message);
}

function placesOf(kind: Kind, parts: string[]): string[] {
  const path = parts.join('/');
  return kind === 'skill' ? [`skills/${path}/SKILL.md`, `skills/${path}.md`] : [`${kind}s/${path}.md`];
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
