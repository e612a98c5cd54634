// Who works next: runs in the order they asked, so many at a time. A job is only a run's id: what there is to do is read
// from the store. Asking for a run that is being worked on wakes its worker and makes sure it looks once more.
import { messageOf } from '../errors.ts';

export type Worker = (runId: string) => Promise<void>;

type Job = { isActive: boolean; again: boolean; failures: number };

const slowest = 60_000;

export function createQueue(work: Worker, limit: number, log: (line: string) => void = console.error) {
  const jobs = new Map<string, Job>();
  const waiting = new Set<string>();
  const sleepers = new Map<string, () => void>();
  let active = 0;
  let isStopped = false;
  let whenIdle: (() => void) | null = null;

  async function perform(runId: string, job: Job): Promise<void> {
    job.isActive = true;
    active += 1;
    do {
      job.again = false;
      try {
        await work(runId);
        job.failures = 0;
      } catch (error) {
        job.failures += 1;
        log(`run ${runId} could not go on (${job.failures}): ${messageOf(error)}`);
        retryLater(runId, job.failures);
      }
    } while (job.again && !isStopped && job.failures === 0);
    active -= 1;
    job.isActive = false;
    if (job.failures === 0) jobs.delete(runId);
    if (active === 0) whenIdle?.();
    pump();
  }

  /** A run is never left with nobody working on it: what failed for an operator's reason is tried again, ever slower. */
  function retryLater(runId: string, failures: number): void {
    const timer = setTimeout(() => enqueue(runId), Math.min(slowest, 1000 * 2 ** (failures - 1)));
    timer.unref();
  }

  function pump(): void {
    while (!isStopped && active < limit) {
      const [runId] = waiting;
      if (runId === undefined) return;
      waiting.delete(runId);
      const job = jobs.get(runId);
      if (job && !job.isActive) void perform(runId, job);
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
    waiting.add(runId);
    pump();
  }

  return {
    enqueue,
    /** For a worker in the middle of a run: resolves when somebody asks for that run again, or one of the others does. */
    async asked(runId: string, others: Promise<unknown>[] = []): Promise<void> {
      const job = jobs.get(runId);
      if (!job?.again) {
        await Promise.race([new Promise<void>((wake) => sleepers.set(runId, wake)), ...others]);
        // A sleep that was left for another reason must not swallow a later wake-up.
        sleepers.delete(runId);
      }
      if (job) job.again = false;
    },
    has: (runId: string) => jobs.has(runId),
    size: () => jobs.size,
    isStopped: () => isStopped,
    /** True when a run that asks now is worked on at once. */
    hasRoom: () => !isStopped && active < limit,
    /** Starts nothing more; resolves when the last worker has ended. */
    async stop(): Promise<void> {
      isStopped = true;
      waiting.clear();
      if (active === 0) return;
      await new Promise<void>((resolve) => {
        whenIdle = resolve;
      });
    },
  };
}

export type Queue = ReturnType<typeof createQueue>;
