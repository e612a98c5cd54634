// Which processes exist, as the Linux kernel tells it in /proc. Elsewhere the answers are empty and only process groups
// are known. A zombie does not count: nothing runs in it, and where process 1 reaps nobody it would stay for ever.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
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

/** When a process was started, in the kernel's own count; with its number it names one process, also when that number is
 * given out again. Null when it does not run, or where the kernel does not tell. */
export function startTimeOf(pid: number): string | null {
  const status = readStatus(pid);
  return isRunning(status) ? status.started : null;
}

/** One process for ever: its number may be given out again, but not with the same start. */
export type KnownProcess = { pid: number; started: string };

/** What a process has started, and those in turn, as far as their parents still run. */
export function descendantsOf(ancestor: number): KnownProcess[] {
  const children = Map.groupBy(
    otherProcesses().flatMap((pid) => {
      const status = readStatus(pid);
      return isRunning(status) ? [{ pid, started: status.started, parent: status.parent }] : [];
    }),
    ({ parent }) => parent,
  );
  const below = (pid: number): KnownProcess[] =>
    (children.get(pid) ?? []).flatMap((child) => [{ pid: child.pid, started: child.started }, ...below(child.pid)]);
  return below(ancestor);
}

/** Running processes that carry no mark, have no terminal, and stand in a folder that satisfies the test. */
export function unmarkedProcessesIn(test: (folder: string) => boolean): number[] {
  return otherProcesses().filter((pid) => {
    const status = readStatus(pid);
    if (!isRunning(status) || status.hasTerminal || !test(folderOf(pid))) return false;
    return !readText(`/proc/${pid}/environ`).includes('GATEHOUSE_PROCESS=');
  });
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

export function isGroupRunning(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  return otherProcesses().some((pid) => {
    const status = readStatus(pid);
    return status?.group === group && isRunning(status);
  });
}

/** Running processes whose environment at their start satisfies the test, whatever group or session they moved to. */
export function processesByEnvironment(test: (variables: Map<string, string>) => boolean): number[] {
  return otherProcesses().filter((pid) => {
    const environment = readText(`/proc/${pid}/environ`);
    if (!environment.includes('GATEHOUSE_PROCESS=')) return false;
    const variables = new Map(
      Buffer.from(environment, 'latin1')
        .toString('utf8')
        .split('\0')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
    );
    return test(variables) && isRunning(readStatus(pid));
  });
}
