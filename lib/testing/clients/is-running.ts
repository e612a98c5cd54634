// For tests: whether a process still runs. One that has ended but was not yet collected by its parent does not.
// Behind the wall a process has another number than out here: there it tells the number of its namespace in front of it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

const digits = 1_000_000;

/** For a shell script: the number of a process, its own unless another is given. */
export const toldPid = (pid = '$$') => `$(printf %s%06d $(stat -Lc %i /proc/self/ns/pid) ${pid})`;

/** For a script of Node: the number of a process, its own unless another is given. */
export const toldPidInNode = (pid = 'process.pid') =>
  `(require('node:fs').statSync('/proc/self/ns/pid').ino * ${digits} + ${pid})`;

/** The number out here of a process that was told; null when it is gone. */
export function pidOutside(told: number): number | null {
  if (told < digits) return told;
  const [space, inner] = [Math.floor(told / digits), told % digits];
  const isIt = (pid: string) => {
    try {
      if (statSync(`/proc/${pid}/ns/pid`).ino !== space) return false;
      const numbers = /^NSpid:\s*(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return Number(numbers?.split(/\s+/).at(-1)) === inner;
    } catch {
      return false;
    }
  };
  const found = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isIt(name));
  return found === undefined ? null : Number(found);
}

export function isProcessRunning(told: number): boolean {
  const pid = pidOutside(told);
  if (pid === null) return false;
  try {
    return !/^[ZX]/.test(execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim());
  } catch {
    return false;
  }
}
