// Which processes exist, as the Linux kernel tells it in /proc. Elsewhere the answers are empty and only process groups
// are known. A zombie does not count: nothing runs in it, and where process 1 reaps nobody it would stay for ever.
import { readdirSync, readFileSync } from 'node:fs';

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

function readStatus(pid: number): { state: string; group: number } | null {
  const stat = readText(`/proc/${pid}/stat`);
  // The name stands in parentheses and may itself hold spaces and parentheses: fields start after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' ? null : { state: fields[0] ?? '', group: Number(fields[2]) };
}

function isRunning(status: { state: string } | null): boolean {
  return status !== null && status.state !== 'Z' && status.state !== 'X';
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
