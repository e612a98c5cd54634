// Who of the runs that share a limit may begin. The line is in the store: runs that have begun and not ended hold a slot,
// also while they wait or are paused; the oldest queued one is next. Only it may begin, so nobody is overtaken, and each
// that begins or leaves calls the next. What a stop cuts off is taken up by the next start, which asks for all of them.
import { currentQueue } from '../queue/queue.ts';
import { singleton } from '../singleton.ts';
import { currentStore } from '../store/current-store.ts';
import { createLock, type Lock } from '../store/lock.ts';
import type { RunRecord } from '../store/store.ts';
import type { LiveRun } from './live-run.ts';
import { recordEvents } from './record-events.ts';

type Line = Pick<RunRecord, 'workflow' | 'concurrencyKey'>;

const locks = () => singleton('admission', () => new Map<string, Lock>());

/** Between counting and beginning nobody else of the same line may count. */
async function inTurn<T>({ workflow, concurrencyKey }: Line, use: () => Promise<T>): Promise<T> {
  const key = JSON.stringify([workflow, concurrencyKey]);
  const lock = locks().get(key) ?? createLock();
  locks().set(key, lock);
  const release = await lock.acquire();
  try {
    return await use();
  } finally {
    release();
    if (lock.isFree()) locks().delete(key);
  }
}

/** Begins the run if it is its turn and there is room. */
export async function takeSlot(run: LiveRun, limit: number): Promise<boolean> {
  const line = await currentStore().readRun(run.id);
  if (!line || run.state.paused) return false;
  const isBegun = await inTurn(line, async () => {
    const { held, next } = await currentStore().readSlots(line);
    if (currentQueue().isStopped() || next !== run.id || held >= limit) return false;
    await recordEvents(run, [{ type: 'run_started', data: {} }]);
    return true;
  });
  if (isBegun) await callNext(line);
  return isBegun;
}

export async function callNext(line: Line | null): Promise<void> {
  if (!line || line.concurrencyKey === null) return;
  const { next } = await currentStore().readSlots(line);
  if (next !== null) currentQueue().enqueue(next);
}
