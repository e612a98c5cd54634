// Where a command's program would be found: on the PATH that commands get, which is not the console's own.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { childEnvironment } from '../../env.ts';

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

export async function findProgram(name: string): Promise<string | null> {
  const directories = (childEnvironment().PATH ?? '').split(delimiter).filter((part) => part !== '');
  const places = name.includes('/') ? [resolve(name)] : directories.map((directory) => join(directory, name));
  for (const place of places) if (await isExecutable(place)) return place;
  return null;
}
