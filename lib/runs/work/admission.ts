// Who of the runs that share a limit may begin. The line is in the store: runs that have begun and not ended hold a slot,
// also while they wait or are paused; the oldest queued one is next. Only it may begin, so nobody is overtaken, and each
// that begins or leaves calls the next. What a stop cuts off is taken up by the next start, which asks for all of them.
// A run that is called from within the line works in its caller's slot: one of its own could only come free after it.
import type { Console, Needs } from '../../console/console.ts';
import type { Draft } from '../../engine/events.ts';
import { isTerminal } from '../../engine/state.ts';
import { createLock } from '../../lock.ts';
import type { RunRecord } from '../../store/contract/runs.ts';
import { type LiveRun, stateAt } from './live-run.ts';
import { recordEvents } from './record-events.ts';

type Line = Pick<RunRecord, 'workflow' | 'concurrencyKey'>;

/** Between counting and beginning nobody else of the same line may count. */
async function inTurn<T>(
  house: Needs<'admission'>,
  { workflow, concurrencyKey }: Line,
  use: () => Promise<T>,
): Promise<T> {
  const key = JSON.stringify([workflow, concurrencyKey]);
  const lock = house.admission.get(key) ?? createLock();
  house.admission.set(key, lock);
  const release = await lock.acquire();
  try {
    return await use();
  } finally {
    release();
    if (lock.isFree()) house.admission.delete(key);
  }
}

/** Begins the run if it is its turn and there is room. */
export async function takeSlot(house: Console, run: LiveRun, limit: number): Promise<boolean> {
  const line = await house.store.readRun(run.id);
  if (!line || run.state.paused || house.queue.isStopped()) return false;
  if (line.concurrencyKey === null) {
    await recordEvents(house, run, [{ type: 'run_started', data: {} }]);
    return true;
  }
  const isBegun = await inTurn(house, line, async () => {
    const { held, next } = await house.store.readSlots(line);
    if (house.queue.isStopped() || next !== run.id || held >= limit) return false;
    await recordEvents(house, run, [{ type: 'run_started', data: {} }]);
    return true;
  });
  if (isBegun) await callNext(house, line);
  return isBegun;
}

/** The line that a new run stands in; null when one of its callers stands there for it. */
export async function lineOf(
  house: Needs<'store'>,
  line: Line,
  calledBy: { run: string } | null,
): Promise<string | null> {
  const store = house.store;
  for (let caller = calledBy; line.concurrencyKey !== null && caller; ) {
    const record = await store.readRun(caller.run);
    if (record?.workflow === line.workflow && record.concurrencyKey === line.concurrencyKey) return null;
    caller = (await stateAt(house, caller.run))?.called_by ?? null;
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

export async function callNext(house: Needs<'queue' | 'store'>, line: Line | null): Promise<void> {
  if (!line || line.concurrencyKey === null) return;
  const { next } = await house.store.readSlots(line);
  if (next !== null) house.queue.enqueue(next);
}
