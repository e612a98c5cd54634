// Who of the runs that share a limit may begin. The line is in the store: runs that have begun and not ended hold a slot,
// also while they wait or are paused; the oldest queued one is next. Only it may begin, so nobody is overtaken, and each
// that begins or leaves calls the next. What a stop cuts off is taken up by the next start, which asks for all of them.
// A run that is called from within the line works in its caller's slot: one of its own could only come free after it.
import type { Draft } from '../../engine/events.ts';
import { isTerminal } from '../../engine/state.ts';
import { createLock, type Lock } from '../../lock.ts';
import { currentQueue } from '../../queue/queue.ts';
import { singleton } from '../../singleton.ts';
import type { RunRecord } from '../../store/contract/runs.ts';
import { currentStore } from '../../store/current-store.ts';
import { type LiveRun, stateAt } from './live-run.ts';
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
  if (!line || run.state.paused || currentQueue().isStopped()) return false;
  if (line.concurrencyKey === null) {
    await recordEvents(run, [{ type: 'run_started', data: {} }]);
    return true;
  }
  const isBegun = await inTurn(line, async () => {
    const { held, next } = await currentStore().readSlots(line);
    if (currentQueue().isStopped() || next !== run.id || held >= limit) return false;
    await recordEvents(run, [{ type: 'run_started', data: {} }]);
    return true;
  });
  if (isBegun) await callNext(line);
  return isBegun;
}

/** The line that a new run stands in; null when one of its callers stands there for it. */
export async function lineOf(line: Line, calledBy: { run: string } | null): Promise<string | null> {
  const store = currentStore();
  for (let caller = calledBy; line.concurrencyKey !== null && caller; ) {
    const record = await store.readRun(caller.run);
    if (record?.workflow === line.workflow && record.concurrencyKey === line.concurrencyKey) return null;
    caller = (await stateAt(caller.run))?.called_by ?? null;
  }
  return line.concurrencyKey;
}

/** An ended run has left the line; taken back, it stands in it again. */
export function inLineAgain({ graph, state }: LiveRun, draft: Draft): Draft {
  if (!graph.concurrency || !isTerminal(state.status)) return draft;
  if (draft.type === 'run_restarted') return { ...draft, data: { ...draft.data, queued: true } };
  if (draft.type !== 'rolled_back' || !draft.data.back) return draft;
  return { ...draft, data: { ...draft.data, back: { ...draft.data.back, queued: true } } };
}

export async function callNext(line: Line | null): Promise<void> {
  if (!line || line.concurrencyKey === null) return;
  const { next } = await currentStore().readSlots(line);
  if (next !== null) currentQueue().enqueue(next);
}
