// What was declared as outside, as it is on this machine now: where each thing lies, and where it is shown. What is below the
// home of the console's user is shown below the home behind the wall. What does not exist is not shown, and not asked about.
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { variablesNamed } from '../../../env.ts';
import { ClientFailure } from '../../../nodes/parts/client-failure.ts';
import { isNothing, type Outside, spelledOut } from '../../../nodes/parts/outside.ts';
import { isInside } from '../../files/files.ts';
import { homeInside, type Room, type Shown } from './room.ts';

export type OutsideThings = { shown: Shown[]; env: Record<string, string> };

function placeOf(path: string, write: boolean): Shown {
  if (!path.startsWith('~/')) return { from: path, at: path, write };
  return { from: join(homedir(), path.slice(2)), at: join(homeInside, path.slice(2)), write };
}

/** Who has allowed a socket has not allowed a folder with all that is in it, nor a variable that names none. */
export const isSocket = (path: string) => statSync(path, { throwIfNoEntry: false })?.isSocket() === true;

export function outsideThings(declared: Outside): OutsideThings {
  const { read, write, env, sockets } = spelledOut(declared);
  const named = variablesNamed(sockets.filter((one) => one.startsWith('$')).map((one) => one.slice(1)));
  const ofSockets = Object.fromEntries(Object.entries(named).filter(([, path]) => isSocket(path)));
  const socketPaths = [...sockets.filter((one) => !one.startsWith('$')), ...Object.values(ofSockets)];
  const shown = [
    ...read.map((path) => placeOf(path, false)),
    ...write.map((path) => placeOf(path, true)),
    ...socketPaths.map((path) => placeOf(path, true)).filter(({ from }) => isSocket(from)),
  ].filter(({ from }) => existsSync(from));
  return { shown, env: { ...variablesNamed(env), ...ofSockets } };
}

/** Whether anything that was declared is there to be allowed. */
export function isAnythingThere(declared: Outside): boolean {
  if (isNothing(declared)) return false;
  const { shown, env } = outsideThings(declared);
  return shown.length > 0 || Object.keys(env).length > 0;
}

/** What lies where commands may write could have become a link: it must not lead out of there. */
export function isLedAway({ writable, outside }: Pick<Room, 'writable' | 'outside'>, { from }: Shown): boolean {
  const changeable = [...writable, ...outside.filter(({ write }) => write).map((one) => one.from)];
  return changeable.some(
    (folder) => folder !== from && isInside(folder, from) && !isInside(realpathSync(folder), realpathSync(from)),
  );
}

/** A command could have put a link where something is to be shown: what is shown must not land elsewhere. */
function isWayClear(home: string, at: string): boolean {
  if (!isInside(homeInside, at)) return true;
  let place = home;
  for (const part of relative(homeInside, at).split(sep)) {
    place = join(place, part);
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found === undefined) return true;
    if (found.isSymbolicLink()) return false;
  }
  return true;
}

/** The root brings all processes of the machine along, and who may see them sees what they were started with. */
function isOfConsole(data: string, { from }: Shown): boolean {
  const real = realpathSync(from);
  return real === '/' || isInside('/proc', real) || isInside(data, real);
}

/** Right before it is shown: what was allowed may have become something else. */
export function checkOutside(data: string, room: Pick<Room, 'writable' | 'outside' | 'home'>): void {
  const blocked = room.outside.find(({ at }) => room.home !== null && !isWayClear(room.home, at));
  const link = blocked?.at ?? room.outside.find((one) => isLedAway(room, one))?.from;
  if (link !== undefined) throw new ClientFailure('not_visible', `${link} cannot be shown: a link is in its place`);
  const own = room.outside.find((one) => isOfConsole(data, one));
  if (own) throw new ClientFailure('not_visible', `${own.from} is the console’s own, and is not shown to commands`);
}
