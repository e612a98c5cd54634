// The process's beginning and end: opens the store, starts queue and timers, takes up what was cut off.
import { chmodSync, mkdirSync } from 'node:fs';
import { endParseWorker } from '../clients/files/parse-worker.ts';
import { closeAllServers } from '../clients/mcp/mcp.ts';
import { backgroundIds } from '../clients/process/background-records.ts';
import { endAllProcesses, endLeftoverProcesses } from '../clients/process/process-group.ts';
import { currentEnv } from '../current-env.ts';
import { ownerToken } from '../people/owner-token.ts';
import { createSignInLink } from '../people/sessions.ts';
import { createQueue, currentQueue, setQueue } from '../queue/queue.ts';
import { createTimers } from '../queue/timers.ts';
import { unlessDeleted } from '../runs/delete-run.ts';
import { currentOutbox, setOutbox } from '../runs/notify/current-outbox.ts';
import { startOutbox } from '../runs/notify/outbox.ts';
import { startHousekeeping, stopHousekeeping } from '../runs/upkeep/housekeeping.ts';
import { advanceRun } from '../runs/work/advance-run.ts';
import { abortAllExecutions } from '../runs/work/executions.ts';
import { stopWatchingBackground, takeUpBackground } from '../runs/work/watch-background.ts';
import { singleton } from '../singleton.ts';
import { currentStore, setCurrentStore } from '../store/current-store.ts';
import { openStore } from '../store/open-store.ts';
import { closeAllStreams } from '../stream/sse.ts';
import { currentTimers, setTimers } from './current-timers.ts';

type Process = {
  onReady: (at: { address: string }) => Promise<{ signInUrl: string }>;
  shutdown: () => Promise<void>;
};

export async function startEngine(): Promise<void> {
  const env = currentEnv();
  mkdirSync(env.dataDirectory, { recursive: true, mode: 0o700 });
  chmodSync(env.dataDirectory, 0o700);
  // What an earlier process left running must be gone before its attempts are judged to be interrupted.
  await endLeftoverProcesses(env.dataDirectory, await backgroundIds(env.dataDirectory));
  const store = await openStore(env.databaseUrl);
  setCurrentStore(store);
  const queue = createQueue((id) => advanceRun(id).catch((error) => unlessDeleted(id, error)), env.concurrency);
  setQueue(queue);
  const timers = createTimers(store, queue.enqueue);
  setTimers(timers);
  await takeUpBackground();
  for (const runId of await store.listUnfinishedRuns()) queue.enqueue(runId);
  for (const runId of await store.listDueRuns(new Date().toISOString())) queue.enqueue(runId);
  await timers.look();
  startHousekeeping();
  setOutbox(env.notifications && startOutbox(store, env.notifications));
}

/** Ends within seconds. What attempts had finished is recorded; one that was cut off is interrupted at the next start. */
export async function stopEngine(): Promise<void> {
  const stopped = currentQueue().stop();
  currentTimers()?.stop();
  closeAllStreams();
  await Promise.all([
    abortAllExecutions(),
    closeAllServers(),
    stopHousekeeping(),
    currentOutbox()?.stop(),
    endParseWorker(),
    stopWatchingBackground(),
  ]);
  await endAllProcesses();
  // What a finished command left behind in a session of its own.
  const { dataDirectory } = currentEnv();
  await endLeftoverProcesses(dataDirectory, await backgroundIds(dataDirectory));
  await stopped;
  const store = currentStore();
  setCurrentStore(null);
  await store.close();
}

export async function boot(): Promise<void> {
  await singleton('boot', async () => {
    ownerToken();
    await startEngine();
    const hooks: Process = {
      onReady: async ({ address }) => ({ signInUrl: (await createSignInLink(currentEnv().publicUrl ?? address)).url }),
      shutdown: stopEngine,
    };
    (globalThis as { __gatehouse?: Process }).__gatehouse = hooks;
  });
}
