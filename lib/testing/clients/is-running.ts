// For tests: whether a process still runs. One that has ended but was not yet collected by its parent does not.
import { execFileSync } from 'node:child_process';

export function isProcessRunning(pid: number): boolean {
  try {
    return !/^[ZX]/.test(execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim());
  } catch {
    return false;
  }
}
