// Who works next: runs in the order they asked, so many at a time. A job is only a run's id: what there is to do is read
// from the store. Asking for a run that is being worked on wakes its worker and makes sure it looks once more. A place is
// for deciding, which is short: a worker that waits for a child, a model or a process to end gives its place away meanwhile.
export type Worker = (runId: string) => Promise<void>;

type Job = { isActive: boolean; again: boolean; failures: number };

const slowest = 60_000;

export function createQueue(work: Worker, limit: number, tell: (what: string, error: unknown) => void = console.error) {
  const jobs = new Map<string, Job>();
  /** Runs that wait for their worker, and workers that come back to their place, in the order they came. */
  const line = new Set<string | (() => void)>();
  const sleepers = new Map<string, () => void>();
  let taken = 0;
  let workers = 0;
  let isStopped = false;
  let isAboutToPump = false;
  let whenIdle: (() => void) | null = null;

  async function perform(runId: string, job: Job): Promise<void> {
    job.isActive = true;
    workers += 1;
    do {
      job.again = false;
      try {
        await work(runId);
        job.failures = 0;
      } catch (error) {
        job.failures += 1;
        tell(`run ${runId} could not go on (${job.failures})`, error);
        retryLater(runId, job.failures);
      }
    } while (job.again && !isStopped && job.failures === 0);
    workers -= 1;
    job.isActive = false;
    if (job.failures === 0) jobs.delete(runId);
    if (workers === 0) whenIdle?.();
    leave();
  }

  /** A run is never left with nobody working on it: what failed for an operator's reason is tried again, ever slower. */
  function retryLater(runId: string, failures: number): void {
    const timer = setTimeout(() => enqueue(runId), Math.min(slowest, 1000 * 2 ** (failures - 1)));
    timer.unref();
  }

  function leave(): void {
    taken -= 1;
    pump();
  }

  function pump(): void {
    for (const next of line) {
      if (taken >= limit) return;
      line.delete(next);
      const job = typeof next === 'string' ? jobs.get(next) : undefined;
      if (typeof next === 'string' && (!job || job.isActive)) continue;
      taken += 1;
      if (typeof next === 'function') next();
      else if (job) void perform(next, job);
    }
  }

  function enqueue(runId: string): void {
    if (isStopped) return;
    const job = jobs.get(runId);
    if (job?.isActive) {
      job.again = true;
      sleepers.get(runId)?.();
      return;
    }
    if (!job) jobs.set(runId, { isActive: false, again: false, failures: 0 });
    line.add(runId);
    pumpSoon();
  }

  /** In the next turn of the event loop: whoever asked has the answer out before the run goes on. */
  function pumpSoon(): void {
    if (isAboutToPump) return;
    isAboutToPump = true;
    setImmediate(() => {
      isAboutToPump = false;
      pump();
    });
  }

  /** For a worker: waits without its place, and comes back to one in its turn. */
  async function outside<T>(wait: () => Promise<T>): Promise<T> {
    leave();
    try {
      return await wait();
    } finally {
      await new Promise<void>((back) => {
        line.add(back);
        pump();
      });
    }
  }

  return {
    enqueue,
    outside,
    /** For a worker in the middle of a run: resolves when somebody asks for that run again, or one of the others does. */
    async asked(runId: string, others: Promise<unknown>[] = []): Promise<void> {
      const job = jobs.get(runId);
      if (!job?.again) {
        await outside(async () => {
          await Promise.race([new Promise<void>((wake) => sleepers.set(runId, wake)), ...others]);
          // A sleep that was left for another reason must not swallow a later wake-up.
          sleepers.delete(runId);
        });
      }
      if (job) job.again = false;
    },
    has: (runId: string) => jobs.has(runId),
    size: () => jobs.size,
    isStopped: () => isStopped,
    /** True when a run that asks now is worked on at once. */
    hasRoom: () => !isStopped && taken < limit,
    /** Starts nothing more; resolves when the last worker has ended. */
    async stop(): Promise<void> {
      isStopped = true;
      for (const next of line) if (typeof next === 'string') line.delete(next);
      if (workers === 0) return;
      await new Promise<void>((resolve) => {
        whenIdle = resolve;
      });
    },
  };
}

export type Queue = ReturnType<typeof createQueue>;
