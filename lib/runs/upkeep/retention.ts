// How long runs are kept: so many days after their end, and so many ended runs, as the environment says; unset keeps all.
// Live and archived runs are never taken. Oldest first, one run at a time: pages and streams answer in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { currentEnv } from '../../current-env.ts';
import { currentStore } from '../../store/current-store.ts';
import { discardRun } from '../delete-run.ts';

const day = 24 * 60 * 60 * 1000;
const mostAtOnce = 200;

/** Both rules take from the beginning of the same list, so the longer answer holds the shorter one. */
async function outdatedRuns(now: number): Promise<string[]> {
  const { keepDays, keepRuns } = currentEnv();
  const store = currentStore();
  const before = new Date(now - (keepDays ?? 0) * day).toISOString();
  const expired = keepDays === null ? [] : await store.listEndedRuns({ before, limit: mostAtOnce });
  const surplus = keepRuns === null ? 0 : Math.min((await store.countEndedRuns()) - keepRuns, mostAtOnce);
  return surplus > expired.length ? store.listEndedRuns({ limit: surplus }) : expired;
}

/** Resolves with the number of runs it deleted. */
export async function applyRetention({ now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {}) {
  let deleted = 0;
  for (;;) {
    const before = deleted;
    for (const id of await outdatedRuns(now)) {
      if (signal?.aborted) return deleted;
      const run = await currentStore().readRun(id);
      if (run && (await discardRun(run, { spareArchived: true }))) deleted += 1;
      await nextTurn();
    }
    if (deleted === before) return deleted;
  }
}
