// Names of files as the system keeps them. Most are text; one that is not keeps its bytes to be opened by, and is shown
// with the bytes that are no text written as %E9.
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';

export type FilePath = string | Buffer;
export type NamedEntry = { name: string; path: FilePath; entry: Dirent<Buffer> };

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function asText(bytes: Buffer): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

function shown(bytes: Buffer): string {
  const escaped = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : escaped(byte))).join('');
}

/** The entries of a directory in the order of their names, each with the path it can be opened by. */
export async function entriesOf(directory: FilePath): Promise<NamedEntry[]> {
  const entries = await readdir(directory, { withFileTypes: true, encoding: 'buffer' });
  const named = entries.map((entry) => {
    const text = asText(entry.name);
    return { name: text ?? shown(entry.name), path: childOf(directory, text ?? entry.name), entry };
  });
  return named.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function childOf(directory: FilePath, name: FilePath): FilePath {
  if (typeof directory === 'string' && typeof name === 'string') return `${directory}/${name}`;
  return Buffer.concat([Buffer.from(directory), Buffer.from('/'), Buffer.from(name)]);
}
