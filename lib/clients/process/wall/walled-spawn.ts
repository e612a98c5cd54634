// How a process is put behind the wall. A shell sets what only a process can set for itself and becomes bubblewrap, which
// reads its arguments from a pipe: neither paths nor values are in a command line that others can read, and nothing of the
// command's environment is there before the wall is. Signals are for the command alone: bubblewrap waits for its exit code.
import type { Cgroup } from './cgroup.ts';
import type { StandingWall } from './wall.ts';

const signals = ['TERM', 'INT', 'HUP', 'QUIT', 'USR1', 'USR2'];
/** The descriptor that the arguments come through. */
const channel = 3;

export type Spawned = {
  file: string;
  args: string[];
  options: { cwd: string; uid?: number; gid?: number };
  /** Where it is counted with all that it starts; null when it is not. */
  cgroup: Cgroup | null;
  /** What is written to the fourth descriptor; null when there is none. */
  given: string | null;
};

/** What has an equals sign in it would be a variable to `env`. */
const unassigning = (argv: string[]) => (argv[0]?.includes('=') ? ['/bin/sh', '-c', 'exec "$0" "$@"', ...argv] : argv);

export function behindWall(
  { program, user, limits }: Pick<StandingWall, 'program' | 'user' | 'limits'>,
  wallArgs: string[],
  argv: string[],
  cgroup: Cgroup | null = null,
): Spawned {
  const begin = `trap '' ${signals.join(' ')}; ${limits}; exec "$0" --args ${channel} -- "$@"`;
  return {
    file: '/bin/sh',
    args: ['-c', begin, program, '/usr/bin/env', `--default-signal=${signals.join(',')}`, ...unassigning(argv)],
    options: { cwd: '/', ...user },
    cgroup,
    given: wallArgs.map((word) => `${word}\0`).join(''),
  };
}
