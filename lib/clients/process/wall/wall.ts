// Whether there is a wall around what runs start. It is tried, not inferred: a process is really put behind one, and must not
// find the data directory there. Asked for at the start, or by the first process; the answer holds for this console.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Needs } from '../../../console/console.ts';
import { childEnvironment, type Env } from '../../../env.ts';
import { messageOf } from '../../../errors.ts';
import { type Cgroups, findCgroups } from './cgroup.ts';
import { childUser, openWay } from './hand-over.ts';
import { limitCommands } from './limits.ts';
import { machineProgram } from './machine-program.ts';
import { emptyRoom } from './room.ts';
import { isOpenToAll, type Owner, type ShownMachine, shownMachine, writeEtc } from './shown-machine.ts';
import { wallArguments } from './wall-arguments.ts';
import { behindWall } from './walled-spawn.ts';

export type StandingWall = {
  isThere: true;
  program: string;
  etc: string;
  /** The data directory, by its real path. */
  data: string;
  hidden: string[];
  machine: ShownMachine;
  /** Null where memory and processes cannot be counted. */
  cgroups: Cgroups | null;
  /** Shell commands that set what each process may reach. */
  limits: string;
  /** Whom a process runs as that sees nothing of the console's user; null for the console's own user. */
  user: Owner | null;
};
export type Wall = StandingWall | { isThere: false; why: string };

const patience = 20_000;

function prepare({ dataDirectory, databaseUrl, folders, commandLimits }: Env, program: string): StandingWall {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const data = realpathSync(dataDirectory);
  const etc = join(data, 'wall', 'etc');
  const isRoot = process.getuid?.() === 0;
  // Where nobody else comes to the data directory, nobody else can be given a folder in it.
  const user = isRoot && isOpenToAll(dirname(data)) ? childUser : null;
  const etcFolders = writeEtc(etc, user ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });
  if (user) {
    chownSync(data, 0, user.gid);
    chmodSync(data, 0o710);
    openWay(data, etc, user);
  }
  const database = resolve(databaseUrl.replace(/^file:/, ''));
  const machine = shownMachine(childEnvironment().PATH ?? '', [...etcFolders, ...folders], user !== null);
  const limits = limitCommands(commandLimits);
  return {
    isThere: true,
    program,
    etc,
    data,
    machine,
    user,
    limits,
    cgroups: findCgroups(),
    hidden: [data, dirname(database)],
  };
}

/** What keeps the wall from standing, in words; null when it stands. */
async function weakness(wall: StandingWall, data: string): Promise<string | null> {
  const inside = { ...wall, room: emptyRoom, cwd: '/tmp', env: { PATH: '/usr/bin:/bin' }, isBackground: false };
  const script = 'test ! -e "$1" && test ! -w /proc/sys/kernel/hostname && test ! -w /etc && echo safe';
  const { file, args, given, options } = behindWall(wall, wallArguments(inside), ['sh', '-c', script, 'sh', data]);
  const child = spawn(file, args, {
    ...options,
    env: {} as NodeJS.ProcessEnv,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(patience),
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text));
  const pipe = child.stdio[3] as NodeJS.WritableStream;
  pipe.on('error', () => {});
  pipe.end(given ?? '');
  await once(child, 'close');
  return said.trim() === 'safe' ? null : `bubblewrap does not work here: ${said.trim() || 'it was ended'}`;
}

async function tryWall(env: Env): Promise<Wall> {
  const none = (why: string): Wall => ({ isThere: false, why });
  if (env.sandbox === 'off') return none('GATEHOUSE_SANDBOX is off');
  if (process.platform !== 'linux') return none(`there is none for ${process.platform}`);
  const program = machineProgram('bwrap');
  if (program === null) return none('bubblewrap is not installed');
  try {
    const wall = prepare(env, program);
    const why = await weakness(wall, realpathSync(env.dataDirectory));
    return why === null ? wall : none(why);
  } catch (error) {
    return none(`bubblewrap could not be tried: ${messageOf(error)}`);
  }
}

export function wallOf(house: Needs<'env' | 'wall'>): Promise<Wall> {
  house.wall.tried ??= tryWall(house.env);
  return house.wall.tried;
}

/** What has to be said wherever something is allowed to start; null behind a wall. */
export async function openWords(house: Needs<'env' | 'wall'>): Promise<string | null> {
  const wall = await wallOf(house);
  if (wall.isThere) return null;
  return house.env.sandbox === 'required'
    ? `Nothing is started: GATEHOUSE_SANDBOX is required, but there is no wall (${wall.why}).`
    : `Commands can read everything this console can: there is no wall around them (${wall.why}).`;
}
