// A wall clock that a trial can set, for one process, while that process lives. Time since boot goes on as it does.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** Why there is no such clock here; null when there is. As root it is installed first. */
export function whyNoFakeTime(): string | null {
  if (existsSync(library)) return null;
  if (process.platform !== 'linux') return 'libfaketime is used on Linux only';
  if (process.getuid?.() !== 0) return 'libfaketime is not installed (apt-get install libfaketime)';
  try {
    execFileSync('apt-get', ['install', '-y', 'libfaketime'], { stdio: 'ignore' });
  } catch {
    return 'libfaketime could not be installed';
  }
  return existsSync(library) ? null : `libfaketime is not at ${library}`;
}

export function fakeTime(directory: string) {
  const file = join(directory, 'clock');
  /** By how many seconds the clock is wrong from now on. */
  const set = (seconds: number) => writeFileSync(file, `${seconds >= 0 ? '+' : ''}${seconds}\n`);
  set(0);
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { env, set };
}
