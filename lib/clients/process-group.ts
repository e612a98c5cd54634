// How a process is started and how it ends. Every child leads its own group; the group ends as a whole (SIGTERM, after
// two seconds SIGKILL), also when only the child itself has exited. Ending on purpose also finds what left the group: all
// descendants carry GATEHOUSE_PROCESS in their environment. A group that is gone is never signalled again, because the
// kernel may give its number to somebody else.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { singleton } from '../singleton.ts';
import { isGroupRunning, processesByEnvironment } from './process-table.ts';

const graceMilliseconds = 2000;

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type ProcessGroup = {
  pid: number;
  child: ChildProcess;
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
};

/** Resolves once the process runs; rejects with the system's error (ENOENT, EACCES …) when it could not be started. */
export async function startProcess(spec: ProcessSpec): Promise<ProcessGroup> {
  const marker = randomUUID();
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: { ...spec.env, GATEHOUSE_PROCESS: marker } as unknown as NodeJS.ProcessEnv,
    shell: false,
    detached: true,
    stdio: [spec.stdin, 'pipe', 'pipe'],
  });
  const exit = Promise.withResolvers<Exit>();
  child.once('exit', (code, signal) => exit.resolve({ code, signal }));
  await once(child, 'spawn');
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
    child,
    exited: exit.promise.then(async (how) => {
      await endGroup();
      liveGroups().delete(group);
      return how;
    }),
    end: async () => {
      await Promise.all([endGroup(), endProcesses(markedProcesses((variables) => isMarked(variables, marker)))]);
      await group.exited;
    },
  };
  liveGroups().add(group);
  return group;
}

/** For shutdown: ends every process that this console started. */
export async function endAllProcesses(): Promise<void> {
  await Promise.all([...liveGroups()].map((group) => group.end()));
}

/**
 * For the start: ends what a console that was killed left working below this data directory, so that a visit is not tried
 * again beside its first try. Safe only under the data directory's lock.
 */
export async function endLeftoverProcesses(dataDirectory: string): Promise<void> {
  await endProcesses(
    markedProcesses((variables) => variables.get('GATEHOUSE_WORKSPACE')?.startsWith(dataDirectory + sep) === true),
  );
}

type Processes = { isRunning(): boolean; send(signal: NodeJS.Signals): void };

/** False when something outlived SIGKILL by as long again: a process stuck in the kernel must not hold the console. */
async function endProcesses(processes: Processes): Promise<boolean> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    processes.send(signal);
    const deadline = Date.now() + graceMilliseconds;
    for (let pause = 2; processes.isRunning() && Date.now() < deadline; pause = Math.min(pause * 2, 100)) {
      await delay(pause);
    }
    if (!processes.isRunning()) return true;
  }
  return false;
}

function groupOf(pid: number): Processes {
  return { isRunning: () => isGroupRunning(pid), send: (signal) => sendSignal(-pid, signal) };
}

function markedProcesses(test: (variables: Map<string, string>) => boolean): Processes {
  return {
    isRunning: () => processesByEnvironment(test).length > 0,
    send: (signal) => {
      for (const pid of processesByEnvironment(test)) sendSignal(pid, signal);
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

function liveGroups(): Set<ProcessGroup> {
  return singleton('process-groups', () => {
    const groups = new Set<ProcessGroup>();
    // An uncaught error ends the console without its shutdown; the kernel call is synchronous, so this still works.
    process.once('exit', () => {
      for (const group of groups) sendSignal(-group.pid, 'SIGKILL');
    });
    return groups;
  });
}
