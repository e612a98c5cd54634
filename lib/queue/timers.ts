// One timer for all runs: looks in the store for the next time a run wants to be looked at. Never early; what was due
// while the console was down is due at once.
import { messageOf } from '../errors.ts';

type Clock = { nextWakeAt(): Promise<string | null>; listDueRuns(at: string): Promise<string[]> };

const longest = 2 ** 31 - 1;

export function createTimers(store: Clock, wake: (runId: string) => void) {
  let timer: NodeJS.Timeout | null = null;
  let setFor: number | null = null;
  let isStopped = false;

  function schedule(at: string | null): void {
    if (at === null || isStopped) return;
    const time = Date.parse(at);
    if (setFor !== null && setFor <= time) return;
    if (timer) clearTimeout(timer);
    setFor = time;
    timer = setTimeout(fire, Math.min(longest, Math.max(0, time - Date.now()) + 1));
    timer.unref();
  }

  async function fire(): Promise<void> {
    setFor = null;
    timer = null;
    try {
      for (const runId of await store.listDueRuns(new Date().toISOString())) wake(runId);
      await look();
    } catch (error) {
      console.error(`timers: ${messageOf(error)}`);
      schedule(new Date(Date.now() + 5000).toISOString());
    }
  }

  /** A run that was just woken clears its own time; only later ones are waited for here. */
  async function look(): Promise<void> {
    const next = await store.nextWakeAt();
    if (next !== null) schedule(new Date(Math.max(Date.parse(next), Date.now() + 50)).toISOString());
  }

  return {
    schedule,
    look,
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

export type Timers = ReturnType<typeof createTimers>;
