// The work that comes round by itself while the console runs. Each kind waits for its own last time to finish, so it
// never overlaps itself; a failure is told and tried again the next time.
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../errors.ts';
import { singleton } from '../../singleton.ts';
import { lookAtBackground } from '../work/watch-background.ts';
import { applyRetention } from './retention.ts';
import { takeUpStuckRuns } from './stuck-runs.ts';
import { sweepOrphans } from './sweep-orphans.ts';

const second = 1000;
const hour = 3600 * second;
const longestStop = 2 * second;

type Housekeeping = { stop: AbortController; ended: Promise<unknown> };
const holder = () => singleton<{ current: Housekeeping | null }>('housekeeping', () => ({ current: null }));

async function repeat(name: string, every: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error) => console.error(`${name}: ${messageOf(error)}`));
    await sleep(every, undefined, { signal, ref: false }).catch(() => {});
  }
}

export function startHousekeeping(): void {
  const stop = new AbortController();
  const { signal } = stop;
  const ended = Promise.all([
    // Twice a minute, so that a stuck run is seen within one.
    repeat('looking for stuck runs', 30 * second, signal, () => takeUpStuckRuns({ signal })),
    repeat('looking at background commands', 2 * second, signal, lookAtBackground),
    repeat('retention', hour, signal, () => applyRetention({ signal })),
    repeat('sweeping files', 24 * hour, signal, () => sweepOrphans({ signal })),
  ]);
  holder().current = { stop, ended };
}

/** Resolves when nothing of it needs the store any more; a large directory that is being removed is not waited for. */
export async function stopHousekeeping(): Promise<void> {
  const { current } = holder();
  holder().current = null;
  current?.stop.abort();
  await Promise.race([current?.ended, sleep(longestStop, undefined, { ref: false })]);
}
