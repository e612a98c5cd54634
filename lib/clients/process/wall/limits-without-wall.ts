// The limits of a process that has no wall around it, because there is none or because it was let out: prlimit(1) sets the
// same ones as the shell in front of a wall and becomes the program. Whether it works is tried once; where it does not, such a
// process has no limits, and the settings say so. Memory and number of processes are counted behind the wall only.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Needs } from '../../../console/console.ts';
import type { Env } from '../../../env.ts';
import { machineProgram } from './machine-program.ts';

const patience = 20_000;

/** A hard limit may be lower already: then that one holds. */
function hardLimits(): (name: string) => number {
  const text = readFileSync('/proc/self/limits', 'utf8');
  return (name) => Number(new RegExp(`^${name} +\\S+ +(\\d+)`, 'm').exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
}

function limitArguments({ file, openFiles, cpu }: Env['commandLimits']): string[] {
  const hard = hardLimits();
  const mostWork = Math.min(cpu + 10, hard('Max cpu time'));
  return [
    '--core=0',
    `--fsize=${Math.min(file, hard('Max file size'))}`,
    `--nofile=${Math.min(openFiles, hard('Max open files'))}`,
    // The soft one is a signal that can be told from others; the hard one ends who does not listen.
    `--cpu=${Math.min(cpu, mostWork)}:${mostWork}`,
    '--',
  ];
}

async function tryLimiter(env: Env): Promise<string[] | null> {
  const program = process.platform === 'linux' ? machineProgram('prlimit') : null;
  if (program === null) return null;
  try {
    const words = [program, ...limitArguments(env.commandLimits)];
    await promisify(execFile)(program, [...words.slice(1), 'true'], { timeout: patience });
    return words;
  } catch {
    return null;
  }
}

/** What stands before the words of a command that has no wall; null where nothing can limit it. */
export function limiterOf({ env, wall }: Needs<'env' | 'wall'>): Promise<string[] | null> {
  wall.limiter ??= tryLimiter(env);
  return wall.limiter;
}
