// Which processes exist, as the Linux kernel tells it in /proc. Elsewhere the answers are empty and only process groups
// are known. A zombie does not count: nothing runs in it, and where process 1 reaps nobody it would stay for ever.
// Looking at all of them takes a while: it is done in short pieces, so that pages answer meanwhile, and one look serves
// everybody who asked before it began.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { whileScarce } from '../while-scarce.ts';

/** So many are read in one piece; each costs two or three system calls. */
const inOnePiece = 20;

function unlessGone(error: unknown): '' {
  // Without a descriptor nothing can be read: that must not look like nothing being there.
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EMFILE' || code === 'ENFILE') throw error;
  return '';
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    return unlessGone(error);
  }
}

function otherProcesses(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) && Number(name) !== process.pid ? [Number(name)] : [],
  );
}

type Status = { state: string; parent: number; group: number; hasTerminal: boolean; started: string };

function readStatus(pid: number): Status | null {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === '') return null;
  // The name stands in parentheses and may itself hold spaces and parentheses: fields start after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, group, , terminal] = fields;
  return {
    state,
    parent: Number(parent),
    group: Number(group),
    hasTerminal: terminal !== '0',
    started: fields[19] ?? '',
  };
}

function isRunning(status: Status | null): status is Status {
  return status !== null && status.state !== 'Z' && status.state !== 'X';
}

type Running = Status & { pid: number; environment: string; folder: string };

const mark = 'GATEHOUSE_PROCESS=';

/** Only of one without a mark and a terminal is it asked where it stands. */
function readRunning(pid: number): Running | null {
  const status = readStatus(pid);
  if (!isRunning(status)) return null;
  const environment = readText(`/proc/${pid}/environ`);
  const folder = status.hasTerminal || environment.includes(mark) ? '' : folderOf(pid);
  return { ...status, pid, environment, folder };
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    return unlessGone(error);
  }
}

async function lookAtAll(): Promise<Running[]> {
  const pids = otherProcesses();
  const running: Running[] = [];
  for (let at = 0; at < pids.length; at += inOnePiece) {
    if (at > 0) await nextTurn();
    running.push(...pids.slice(at, at + inOnePiece).flatMap((pid) => readRunning(pid) ?? []));
  }
  return running;
}

let current: Promise<Running[]> | null = null;
let following: Promise<Running[]> | null = null;

function begin(): Promise<Running[]> {
  following = null;
  const look = whileScarce(lookAtAll).finally(() => {
    if (current === look) current = null;
  });
  current = look;
  return look;
}

/** What runs after this was asked for. */
function runningProcesses(): Promise<Running[]> {
  if (!current) return begin();
  following ??= current.then(begin, begin);
  return following;
}

/** When a process was started, in the kernel's own count; with its number it names one process, also when that number is
 * given out again. Null when it does not run, or where the kernel does not tell. */
export function startTimeOf(pid: number): string | null {
  const status = readStatus(pid);
  return isRunning(status) ? status.started : null;
}

/** One process for ever: its number may be given out again, but not with the same start. */
export type KnownProcess = { pid: number; started: string };

/** What a process has started, and those in turn, as far as their parents still run. */
export async function descendantsOf(ancestor: number): Promise<KnownProcess[]> {
  const children = Map.groupBy(await runningProcesses(), ({ parent }) => parent);
  const below = (pid: number): KnownProcess[] =>
    (children.get(pid) ?? []).flatMap((child) => [{ pid: child.pid, started: child.started }, ...below(child.pid)]);
  return below(ancestor);
}

/** Running processes that carry no mark, have no terminal, and stand in a folder that satisfies the test. */
export async function unmarkedProcessesIn(test: (folder: string) => boolean): Promise<number[]> {
  const running = await runningProcesses();
  return running.flatMap(({ pid, folder }) => (folder !== '' && test(folder) ? [pid] : []));
}

export async function isGroupRunning(group: number): Promise<boolean> {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  return (await runningProcesses()).some((one) => one.group === group);
}

/** Running processes whose environment at their start satisfies the test, whatever group or session they moved to. */
export async function processesByEnvironment(test: (variables: Map<string, string>) => boolean): Promise<number[]> {
  const running = await runningProcesses();
  return running.flatMap(({ pid, environment }) => {
    if (!environment.includes(mark)) return [];
    const variables = new Map(
      Buffer.from(environment, 'latin1')
        .toString('utf8')
        .split('\0')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
    );
    return test(variables) ? [pid] : [];
  });
}
