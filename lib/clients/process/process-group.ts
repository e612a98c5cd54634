// How a process is started and how it ends. Every child leads its own group; the group ends as a whole (SIGTERM, after
// two seconds SIGKILL), also when only the child itself has exited. Ending on purpose also finds what left the group: all
// descendants carry GATEHOUSE_PROCESS in their environment, and those that threw it away are found by their parents or, when
// the run ends, by standing in its own folder with no terminal. Only who leaves group, environment, parent and folder at once
// escapes. A group that is gone is never signalled again, because the kernel may give its number to somebody else.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import { join, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Needs } from '../../console/console.ts';
import { whileScarce } from '../while-scarce.ts';
import { hasDescriptorRoom } from './descriptor-room.ts';
import { nothingElse } from './inherited-descriptors.ts';
import { closePipe, openOutputPipes } from './output-pipes.ts';
import {
  descendantsOf,
  isGroupRunning,
  type KnownProcess,
  processesByEnvironment,
  startTimeOf,
  unmarkedProcessesIn,
} from './process-table.ts';
import { endCgroup, enterCgroup, reachedIn } from './wall/cgroup.ts';
import { type Entered, enterRoom } from './wall/enter-room.ts';
import type { Room } from './wall/room.ts';

const graceMilliseconds = 2000;

export type Exit = {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** What of the limits of all that it started was reached. */
  reached?: 'memory' | 'processes' | null;
};

export type ProcessGroup = {
  pid: number;
  stdin: Writable | null;
  stdout: Readable;
  stderr: Readable;
  /** Resolves when the child has exited and nothing of its group is left. */
  exited: Promise<Exit>;
  /** Ends the group and whatever the child started outside of it. */
  end(): Promise<void>;
};

export type ProcessSpec = {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  stdin: 'pipe' | 'ignore';
  /** What it sees and may change. */
  room: Room;
  /** Gives up waiting for room. */
  signal?: AbortSignal;
};

async function spawnChild(
  house: Needs<'env' | 'pipes'>,
  { file, args, options, given, env, cgroup }: Entered,
  stdin: ProcessSpec['stdin'],
) {
  const pipes = await openOutputPipes(house, options.uid);
  const printed = pipes?.map((pipe) => pipe.given) ?? ['pipe' as const, 'pipe' as const];
  let child: ChildProcess;
  try {
    child = spawn(file, args, {
      ...options,
      env: env as unknown as NodeJS.ProcessEnv,
      shell: false,
      detached: true,
      stdio: nothingElse([stdin, ...printed, ...(given === null ? [] : ['pipe' as const])]),
    });
  } catch (error) {
    // Some refusals, as of arguments that are too long, come at once.
    for (const pipe of pipes ?? []) closePipe(pipe);
    throw error;
  }
  for (const pipe of pipes ?? []) closeSync(pipe.given);
  const exit = Promise.withResolvers<Exit>();
  child.once('exit', (code, signal) => exit.resolve({ code, signal }));
  const sources = pipes?.map(({ source }) => new Socket({ fd: source, readable: true, writable: false }));
  const [stdout, stderr] = (sources ?? [child.stdout, child.stderr]) as [Readable, Readable];
  await once(child, 'spawn').catch((error) => {
    for (const source of sources ?? []) source.destroy();
    throw error;
  });
  if (given !== null) {
    const channel = (child.stdio[3] as Writable).on('error', () => {});
    await enterCgroup(cgroup, child.pid as number);
    channel.end(given);
  }
  return { child, exit, stdout, stderr };
}

/**
 * Resolves once the process runs; rejects with the system's error (ENOENT, EACCES …) when it could not be started. Where the
 * system has no room for one more, it waits.
 */
export async function startProcess(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  spec: ProcessSpec,
): Promise<ProcessGroup> {
  refuseNul([spec.command, ...spec.args], spec.env);
  const marker = randomUUID();
  const marks = { GATEHOUSE_PROCESS: marker, GATEHOUSE_CONSOLE: house.env.dataDirectory };
  const { command, args, cwd, room, stdin } = spec;
  const entering = { argv: [command, ...args], cwd, env: { ...spec.env, ...marks }, room, isBackground: false };
  const entered = await whileScarce(() => enterRoom(house, entering), spec.signal);
  const marked = { ...entered, env: { ...entered.env, ...marks } };
  const { child, exit, stdout, stderr } = await whileScarce(async () => {
    // With no child at all nothing would ever make room by ending: then the system itself may refuse.
    if (house.processes.size > 0 && !hasDescriptorRoom()) throw noRoom();
    return spawnChild(house, marked, stdin);
  }, spec.signal);
  const pid = child.pid as number;
  let ending: Promise<void> | undefined;
  const endGroup = () => {
    ending ??= endProcesses(groupOf(pid)).then((isGone) => {
      if (!isGone) exit.resolve({ code: null, signal: 'SIGKILL' });
    });
    return ending;
  };
  const group: ProcessGroup = {
    pid,
    stdin: child.stdin,
    stdout,
    stderr,
    exited: exit.promise.then(async (how) => {
      const asked = ending !== undefined;
      await endGroup();
      house.processes.delete(group);
      const reached = reachedIn(entered.cgroup);
      endCgroup(entered.cgroup);
      return { ...(asked ? signalled(how) : how), reached };
    }),
    end: async () => {
      // Looked for before anything ends: children of a process that has ended are not known as its own any more.
      const isKnown = child.exitCode === null && child.signalCode === null;
      const descendants = knownProcesses(isKnown ? await descendantsOf(pid) : []);
      const others = markedProcesses((variables) => isMarked(variables, marker));
      await Promise.all([endGroup(), endProcesses(others), endProcesses(descendants)]);
      await group.exited;
    },
  };
  house.processes.add(group);
  return group;
}

/** Behind the wall what was ended by a signal tells its number as a code. */
function signalled({ code, signal }: Exit): Exit {
  const by = (['SIGTERM', 'SIGKILL'] as const).find((name) => code === 128 + constants.signals[name]);
  return by ? { code: null, signal: by } : { code, signal };
}

function noRoom(): Error {
  return Object.assign(new Error('too few descriptors are left to start one more process'), { code: 'EMFILE' });
}

/** Node refuses it too, but quotes a part of the argument, and a part of a secret is not found in a message. */
export function refuseNul(argv: string[], env: Record<string, string>): void {
  if (![...argv, ...Object.entries(env).flat()].some((word) => word.includes('\0'))) return;
  throw new Error('an argument or a variable has a NUL character, which no program can be given');
}

/** For shutdown: ends every process that this console started. */
export async function endAllProcesses(house: Needs<'processes'>): Promise<void> {
  await Promise.all([...house.processes].map((group) => group.end()));
}

/**
 * For the start: ends what a console that was killed left working below this data directory, so that a visit is not tried
 * again beside its first try. Safe only under the data directory's lock. `spared` are the background commands that are
 * meant to go on. A workspace may be a shared folder elsewhere: then the place for artifacts or the console tells.
 */
export async function endLeftoverProcesses(
  house: Needs<'env'>,
  directory: string,
  spared: ReadonlySet<string> = new Set(),
): Promise<void> {
  const isBelow = (path: string | undefined) => path?.startsWith(directory + sep) === true;
  const marked = markedProcesses(
    (variables) =>
      !spared.has(variables.get('GATEHOUSE_EXEC_ID') ?? '') &&
      (isBelow(variables.get('GATEHOUSE_WORKSPACE')) ||
        isBelow(variables.get('GATEHOUSE_ARTIFACTS')) ||
        variables.get('GATEHOUSE_CONSOLE') === directory),
  );
  // One without a mark may belong to a command that is spared.
  const unmarked = spared.size === 0 ? [unmarkedProcesses(house, directory)] : [];
  await Promise.all([marked, ...unmarked].map(endProcesses));
}

/** Ends a command that outlives consoles: all that carries its id, and its group while `leader` is known to be its own. */
export async function endBackgroundProcesses(execId: string, leader: number | null): Promise<void> {
  const marked = markedProcesses((variables) => variables.get('GATEHOUSE_EXEC_ID') === execId);
  const parts = leader === null ? [marked] : [groupOf(leader), marked, knownProcesses(await descendantsOf(leader))];
  await Promise.all(parts.map(endProcesses));
}

type Processes = { isRunning(): Promise<boolean>; send(signal: NodeJS.Signals): Promise<void> };

/** False when something outlived SIGKILL by as long again: a process stuck in the kernel must not hold the console. */
async function endProcesses(processes: Processes): Promise<boolean> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await processes.send(signal);
    const deadline = performance.now() + graceMilliseconds;
    for (let pause = 2; performance.now() < deadline; pause = Math.min(pause * 2, 100)) {
      if (!(await processes.isRunning())) return true;
      await delay(pause);
    }
    if (!(await processes.isRunning())) return true;
  }
  return false;
}

function groupOf(pid: number): Processes {
  return { isRunning: () => isGroupRunning(pid), send: async (signal) => sendSignal(-pid, signal) };
}

function knownProcesses(known: KnownProcess[]): Processes {
  const running = () => known.filter(({ pid, started }) => startTimeOf(pid) === started);
  return {
    isRunning: async () => running().length > 0,
    send: async (signal) => {
      for (const { pid } of running()) sendSignal(pid, signal);
    },
  };
}

/** What stands in the own folder of a run below this directory. A folder that a run only shares is not its own. */
function unmarkedProcesses(house: Needs<'env'>, directory: string): Processes {
  const runs = join(realPathOf(house.env.dataDirectory), 'runs') + sep;
  const within = realPathOf(directory) + sep;
  const isOwn = (folder: string) =>
    `${folder}${sep}`.startsWith(within) && folder.startsWith(runs) && folder.slice(runs.length).split(sep).length > 2;
  return {
    isRunning: async () => (await unmarkedProcessesIn(isOwn)).length > 0,
    send: async (signal) => {
      for (const pid of await unmarkedProcessesIn(isOwn)) sendSignal(pid, signal);
    },
  };
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function markedProcesses(test: (variables: Map<string, string>) => boolean): Processes {
  return {
    isRunning: async () => (await processesByEnvironment(test)).length > 0,
    send: async (signal) => {
      for (const pid of await processesByEnvironment(test)) sendSignal(pid, signal);
    },
  };
}

function isMarked(variables: Map<string, string>, marker: string): boolean {
  return variables.get('GATEHOUSE_PROCESS') === marker;
}

function sendSignal(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // Already gone, or now of another user: nothing more can be done about it.
  }
}

/** An uncaught error ends the console without its stop; the kernel call is synchronous, so this still works. */
export function killWithConsole(house: Needs<'processes'>): () => void {
  const kill = () => {
    for (const group of house.processes) sendSignal(-group.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  return () => process.off('exit', kill);
}
