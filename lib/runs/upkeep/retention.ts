// How long runs are kept: so many days after their end, and so many ended runs, as the environment says; unset keeps all.
// Live and archived runs are never taken. Oldest first, one run at a time: pages and streams answer in between.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Console, Needs } from '../../console/console.ts';
import { ownActor } from '../../people/actor.ts';
import { discardRun } from '../delete-run.ts';

const day = 24 * 60 * 60 * 1000;
const mostAtOnce = 200;
const keeper = ownActor('retention');

/** Both rules take from the beginning of the same list, so the longer answer holds the shorter one. */
async function outdatedRuns(house: Needs<'env' | 'store'>, now: number): Promise<string[]> {
  const { keepDays, keepRuns } = house.env;
  const store = house.store;
  const before = new Date(now - (keepDays ?? 0) * day).toISOString();
  const expired = keepDays === null ? [] : await store.listEndedRuns({ before, limit: mostAtOnce });
  const surplus = keepRuns === null ? 0 : Math.min((await store.countEndedRuns()) - keepRuns, mostAtOnce);
  return surplus > expired.length ? store.listEndedRuns({ limit: surplus }) : expired;
}

/** Resolves with the number of runs it deleted. */
export async function applyRetention(
  house: Console,
  { now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {},
) {
  let deleted = 0;
  for (;;) {
    const before = deleted;
    for (const id of await outdatedRuns(house, now)) {
      if (signal?.aborted) return deleted;
      const run = await house.store.readRun(id);
      if (run && (await discardRun(house, run, keeper, { spareArchived: true }))) deleted += 1;
      await nextTurn();
    }
    if (deleted === before) return deleted;
  }
}
