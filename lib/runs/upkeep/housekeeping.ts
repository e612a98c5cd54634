// The work that comes round by itself while the console runs. Each kind waits for its own last time to finish, so it
// never overlaps itself; a failure is told and tried again the next time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Console } from '../../console/console.ts';
import { sealAudit } from '../../people/audit/seal-audit.ts';
import type { Troubles } from '../../trouble.ts';
import { letGoClaims } from '../gates/let-go-claims.ts';
import { lookAtBackground } from '../work/watch-background.ts';
import { readHealth } from './console-health.ts';
import { endStreams } from './end-streams.ts';
import { applyRetention } from './retention.ts';
import { takeUpStuckRuns } from './stuck-runs.ts';
import { sweepOrphans } from './sweep-orphans.ts';

const second = 1000;
const hour = 3600 * second;
const longestStop = 2 * second;

export type Housekeeping = { stop(): Promise<void> };

type Rounds = { trouble: Troubles; signal: AbortSignal };

async function repeat(name: string, every: number, { trouble, signal }: Rounds, work: () => Promise<unknown>) {
  while (!signal.aborted) {
    await work().catch((error) => trouble.tell(name, error));
    await sleep(every, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** `stop` resolves when nothing of it needs the store any more; a large directory that is being removed is not waited for. */
export function startHousekeeping(house: Console): Housekeeping {
  const stop = new AbortController();
  const { signal } = stop;
  const rounds = { trouble: house.trouble, signal };
  const ended = Promise.all([
    // Twice a minute, so that a stuck run is seen within one.
    repeat('looking for stuck runs', 30 * second, rounds, () => takeUpStuckRuns(house, { signal })),
    repeat('looking at background commands', 2 * second, rounds, () => lookAtBackground(house)),
    repeat('looking at the console itself', 10 * second, rounds, () => readHealth(house)),
    repeat('sealing the audit log', second, rounds, () => sealAudit(house)),
    repeat('ending streams', 2 * second, rounds, () => endStreams(house)),
    repeat('looking for gates that were left', 10 * second, rounds, () => letGoClaims(house)),
    repeat('retention', hour, rounds, () => applyRetention(house, { signal })),
    repeat('sweeping files', 24 * hour, rounds, () => sweepOrphans(house, { signal })),
  ]);
  return {
    async stop() {
      stop.abort();
      await Promise.race([ended, sleep(longestStop, undefined, { ref: false })]);
    },
  };
}
