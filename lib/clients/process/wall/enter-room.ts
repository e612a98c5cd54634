// Where and as whom a process is started: behind the wall, in its room, or as it is where there is no wall. What it names and
// cannot see there is refused before it starts, with what would have to be declared.
import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import type { Needs } from '../../../console/console.ts';
import { certificateFiles, childEnvironment } from '../../../env.ts';
import { ClientFailure } from '../../../nodes/parts/client-failure.ts';
import { isInside } from '../../files/files.ts';
import { whileScarce } from '../../while-scarce.ts';
import { handOver, openWay } from './hand-over.ts';
import { limiterOf } from './limits-without-wall.ts';
import { checkOutside } from './outside-room.ts';
import { emptyRoom, homeInside, type Room } from './room.ts';
import { makePlaces } from './shown-machine.ts';
import { openWords, type StandingWall, wallOf } from './wall.ts';
import { wallArguments } from './wall-arguments.ts';
import { behindWall, type Spawned } from './walled-spawn.ts';

export type Entering = {
  argv: string[];
  cwd: string;
  env: Record<string, string>;
  room: Room;
  isBackground: boolean;
};

export type Entered = Spawned & { env: Record<string, string> };

/** Where programs are looked for by one that was told no place. */
const usualPath = '/bin:/usr/bin';

const systemError = (code: string, message: string) => Object.assign(new Error(message), { code });

function notVisible(what: string): ClientFailure {
  return new ClientFailure(
    'not_visible',
    `${what} is not visible behind the wall; declare it under "outside: { read: [ … ] }" of the workflow`,
    { details: { path: what } },
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether this path, and what it leads to, is there for somebody in this room. */
function isVisible({ machine, hidden }: StandingWall, room: Room, path: string): boolean {
  const own = [...room.writable, ...room.readable, homeInside, ...room.outside.flatMap(({ from, at }) => [from, at])];
  const links = machine.links.map((link) => link.path);
  const isShown = (one: string) =>
    [...machine.folders, ...links].some((folder) => isInside(folder, one)) &&
    !hidden.some((folder) => isInside(folder, one));
  return [path, realpathSync(path)].every((one) => own.some((folder) => isInside(folder, one)) || isShown(one));
}

/** Whoever looks for a file is told of those that a command would see, and of no other. */
export async function checkVisible(house: Needs<'env' | 'wall'>, room: Room, path: string): Promise<void> {
  const wall = await wallOf(house);
  if (wall.isThere && existsSync(path) && !isVisible(wall, room, path)) throw notVisible(path);
}

/** The program that a command's name means, found as the system would find it. */
function programOf(name: string, cwd: string, path: string, canSee: (place: string) => boolean): string {
  const places = name.includes('/')
    ? [resolve(cwd, name)]
    : path
        .split(delimiter)
        .filter(Boolean)
        .map((folder) => resolve(cwd, folder, name));
  const found = places.filter(isProgram);
  const visible = found.find(canSee);
  if (visible !== undefined) return visible;
  if (found[0] !== undefined) throw notVisible(found[0]);
  const isThere = name.includes('/') && places.some((place) => existsSync(place));
  throw systemError(isThere ? 'EACCES' : 'ENOENT', `spawn ${name}`);
}

/** The same, as it would be behind the wall. */
export function programBehind(wall: StandingWall, room: Room, name: string, cwd: string, path: string): string {
  return programOf(name, cwd, path, (place) => isVisible(wall, room, place));
}

/** Before an attempt begins: giving a folder away changes its files, and the attempt must not be held for that. */
export async function giveWorkspace(
  house: Needs<'env' | 'wall'>,
  workspace: string,
  keepsUser: boolean,
): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const wall = await wallOf(house);
  const room = { ...emptyRoom, writable: [workspace], keepsUser };
  if (wall.isThere) await whileScarce(() => prepareFolders(house, wall, room));
}

async function prepareFolders(house: Needs<'env'>, wall: StandingWall, room: Room) {
  if (room.home !== null) mkdirSync(room.home, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return null;
  const data = realpathSync(house.env.dataDirectory);
  const folders = [...room.writable, ...(room.home === null ? [] : [room.home])];
  // A folder of somebody else is not given away: whoever works in it keeps the console's user.
  const isOwn = folders.every((folder) => isInside(data, realpathSync(folder)));
  const user = isOwn && !room.keepsUser ? wall.user : null;
  for (const folder of folders.filter((one) => isInside(data, realpathSync(one)))) {
    if (user) openWay(data, realpathSync(folder), user);
    await handOver(folder, user ?? { uid: 0, gid: 0 });
  }
  if (user) for (const folder of room.readable.filter((one) => isInside(data, one))) openWay(data, folder, user);
  return user;
}

/** What is not there is refused here: whoever sets the limits would only end with a code of its own. */
async function withoutWall(
  house: Needs<'env' | 'wall'>,
  [command = '', ...args]: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Entered> {
  const plain: Entered = { file: command, args, options: { cwd }, given: null, cgroup: null, env };
  const [file, ...limits] = (await limiterOf(house)) ?? [];
  if (file === undefined) return plain;
  programOf(command, cwd, env.PATH ?? usualPath, () => true);
  return { ...plain, file, args: [...limits, command, ...args] };
}

export async function enterRoom(
  house: Needs<'env' | 'wall'>,
  { argv, cwd, env: given, room, isBackground }: Entering,
): Promise<Entered> {
  const [command = '', ...args] = argv;
  const env = { ...room.env, ...given };
  const wall = await wallOf(house);
  if (!wall.isThere && house.env.sandbox === 'required') {
    throw new ClientFailure('no_wall', (await openWords(house)) ?? '');
  }
  if (room.isOut || !wall.isThere) return withoutWall(house, argv, cwd, env);
  // Those that the console itself is told: a file that a workflow names is shown when people have allowed it.
  const certificates = certificateFiles(childEnvironment()).filter((file) => existsSync(file));
  const shown = { ...room, readable: [...room.readable, ...certificates].filter((path) => existsSync(path)) };
  const { TMPDIR: _, ...kept } = env;
  const inner: Record<string, string> = { ...kept, HOME: homeInside };
  const program = programBehind(wall, shown, command, cwd, inner.PATH ?? '');
  if (cwd !== '/tmp' && !isVisible(wall, shown, cwd)) throw notVisible(cwd);
  checkOutside(wall.data, room);
  makePlaces(wall.etc, room.outside);
  const user = await prepareFolders(house, wall, room);
  const inside = { ...wall, room: shown, cwd, env: inner, isBackground };
  const name = command.includes('/') ? program : command;
  const cgroup = wall.cgroups?.make(house.env.commandLimits) ?? null;
  return { ...behindWall({ ...wall, user }, wallArguments(inside), [name, ...args], cgroup), env: {} };
}
