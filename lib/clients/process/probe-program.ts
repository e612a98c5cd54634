// Asks a program something short, like its version: it works nowhere in particular, sees what a command sees, and is ended
// when its time is over. What it prints is kept up to a bound. Nobody may have allowed yet what the workflow declares as
// outside: the program is shown it to be found there, and can change nothing and tell nobody.

import type { Needs } from '../../console/console.ts';
import { childEnvironment } from '../../env.ts';
import { startProcess } from './process-group.ts';
import { isSocket } from './wall/outside-room.ts';
import { emptyRoom, type Room, type Shown } from './wall/room.ts';

const mostText = 64_000;

export async function probeProgram(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  [command = '', ...args]: string[],
  signal: AbortSignal,
  outside: Shown[] = [],
): Promise<{ code: number | null; text: string }> {
  signal.throwIfAborted();
  const room: Room = {
    ...emptyRoom,
    outside: outside.filter(({ from }) => !isSocket(from)).map((shown) => ({ ...shown, write: false })),
    network: 'none',
    keepsUser: outside.length > 0,
  };
  const spec = { command, args, cwd: '/tmp', env: childEnvironment(), stdin: 'ignore' as const, room };
  const group = await startProcess(house, spec);
  let text = '';
  for (const stream of [group.stdout, group.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      if (text.length < mostText) text += part;
    });
  }
  const end = () => void group.end();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    const { code } = await group.exited;
    signal.throwIfAborted();
    return { code, text };
  } finally {
    signal.removeEventListener('abort', end);
  }
}
