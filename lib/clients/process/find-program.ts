// Where a command's program would be found: on the PATH that commands get, which is not the console's own, and behind the
// wall, where there is one. One that is on this machine and cannot be seen from there is told as such.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import type { Needs } from '../../console/console.ts';
import { childEnvironment } from '../../env.ts';
import { isClientFailure } from '../../nodes/parts/client-failure.ts';
import { programBehind } from './wall/enter-room.ts';
import { emptyRoom, type Room } from './wall/room.ts';
import { wallOf } from './wall/wall.ts';

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

export async function findProgram(
  house: Needs<'env' | 'wall'>,
  name: string,
  room: Room = emptyRoom,
): Promise<string | null> {
  const path = childEnvironment().PATH ?? '';
  const wall = await wallOf(house);
  if (wall.isThere) {
    try {
      return programBehind(wall, room, name, process.cwd(), path);
    } catch (error) {
      if (isClientFailure(error)) throw error;
      return null;
    }
  }
  const directories = path.split(delimiter).filter((part) => part !== '');
  const places = name.includes('/') ? [resolve(name)] : directories.map((directory) => join(directory, name));
  for (const place of places) if (await isExecutable(place)) return place;
  return null;
}
