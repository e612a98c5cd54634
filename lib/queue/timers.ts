// One timer for all runs: looks in the store for the next time a run wants to be looked at. Never early; what was due
// while the console was down is due at once. Looks at least every half minute, whatever it waits for: a machine that slept
// and a clock that was set tell nobody.
import type { Clock } from './clock.ts';

/** Runs wait for the end of a duration, by `now`, and for a date, by `date`. */
type Waiting = {
  listDueRuns(now: string, date: string): Promise<string[]>;
  /** The first times after these. */
  nextWakeUp(now: string, date: string): Promise<{ now: string | null; date: string | null }>;
};

const longest = 30_000;
const afterTrouble = 5000;

export function createTimers(
  store: Waiting,
  clock: Clock,
  wake: (runId: string) => void,
  tell: (what: string, error: unknown) => void = console.error,
) {
  let timer: NodeJS.Timeout | null = null;
  let setFor = Number.POSITIVE_INFINITY;
  let isStopped = false;

  function lookIn(pause: number): void {
    const time = clock.now() + pause;
    if (isStopped || setFor <= time) return;
    if (timer) clearTimeout(timer);
    setFor = time;
    timer = setTimeout(look, Math.min(longest, Math.max(0, pause) + 1));
    timer.unref();
  }

  /** What is due is woken, once: it clears its own time, and what cannot is not woken over and over but with the next look. */
  async function look(): Promise<void> {
    setFor = Number.POSITIVE_INFINITY;
    timer = null;
    const [now, date] = [clock.at(), clock.dateAt()];
    try {
      for (const runId of await store.listDueRuns(now, date)) wake(runId);
      lookIn(untilDue(await store.nextWakeUp(now, date)));
    } catch (error) {
      tell('timers', error);
      lookIn(afterTrouble);
    }
  }

  function untilDue({ now, date }: { now: string | null; date: string | null }): number {
    const byNow = now === null ? longest : Date.parse(now) - clock.now();
    const byDate = date === null ? longest : Date.parse(date) - clock.date();
    return Math.min(byNow, byDate, longest);
  }

  return {
    /** Runs want to be looked at then. */
    schedule: (now: string | null, date: string | null = null) => lookIn(untilDue({ now, date })),
    look,
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

export type Timers = ReturnType<typeof createTimers>;
