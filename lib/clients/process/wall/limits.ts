// What keeps a process from taking all of the machine: the size of a file, open files and time of work by itself (the shell in
// front of it sets them), memory and number of processes with all that it starts (cgroup). Address space is never limited:
// Node and Chromium would not start. What was reached is told as a failure of its own.
import { constants } from 'node:os';
import type { Env } from '../../../env.ts';
import { ClientFailure } from '../../../nodes/parts/client-failure.ts';

type Limits = Env['commandLimits'];

/** A hard limit may be lower already: then that one holds. */
export function limitCommands({ file, openFiles, cpu }: Limits): string {
  return [
    'ulimit -c 0',
    `ulimit -f ${Math.ceil(file / 512)} 2>/dev/null`,
    `ulimit -n ${openFiles} 2>/dev/null`,
    // The soft one is a signal that can be told from others; the hard one ends who does not listen.
    `ulimit -H -t ${cpu + 10} 2>/dev/null`,
    `ulimit -S -t ${cpu} 2>/dev/null`,
  ].join('; ');
}

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

export function outputLimit(command: string, { output }: Limits): ClientFailure {
  const words = `${command} printed more than ${megabytes(output)} (GATEHOUSE_COMMAND_OUTPUT) and was ended`;
  return new ClientFailure('limit_reached', words, {
    details: { limit: 'output', setting: 'GATEHOUSE_COMMAND_OUTPUT' },
  });
}

type Ended = {
  code: number | null;
  signal: NodeJS.Signals | null;
  reached?: 'memory' | 'processes' | null;
};

/** The limit that ended a process, as a failure; null when none did. */
export function limitReached(command: string, { code, signal, reached }: Ended, limits: Limits): ClientFailure | null {
  const isBy = (name: 'SIGXCPU' | 'SIGXFSZ') => signal === name || code === 128 + constants.signals[name];
  const failed = (limit: string, words: string, setting: string) =>
    new ClientFailure('limit_reached', `${command} ${words} (${setting}) and was ended`, {
      details: { limit, setting },
    });
  if (isBy('SIGXCPU')) return failed('cpu', `worked for more than ${limits.cpu} s`, 'GATEHOUSE_COMMAND_CPU');
  if (isBy('SIGXFSZ')) {
    return failed('file', `wrote a file of more than ${megabytes(limits.file)}`, 'GATEHOUSE_COMMAND_FILE');
  }
  // One that coped with it has not failed.
  if (code === 0) return null;
  if (reached === 'memory') {
    return failed('memory', `used more memory than ${megabytes(limits.memory)}`, 'GATEHOUSE_COMMAND_MEMORY');
  }
  if (reached === 'processes') {
    return failed('processes', `started more than ${limits.processes} processes`, 'GATEHOUSE_COMMAND_PROCESSES');
  }
  return null;
}
