// At the system's limits (descriptors, processes) nothing is wrong with the work: it waits and tries again, ever slower,
// until there is room or its signal gives up. Only for what has done nothing yet when it is refused.
import { setTimeout as delay } from 'node:timers/promises';

const refusals = new Set(['EMFILE', 'ENFILE', 'EAGAIN']);
const [firstPause, longestPause] = [20, 1000];

export async function whileScarce<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await act();
    } catch (error) {
      if (!refusals.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await delay(pause, undefined, { signal });
    }
  }
}
