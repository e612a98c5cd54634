// The console's beginning and end: opens the store, starts queue and timers, takes up what was cut off.
import { mkdirSync } from 'node:fs';
import { endParseWorker } from '../clients/files/parse-worker.ts';
import { closeAllServers } from '../clients/mcp/mcp.ts';
import { backgroundIds } from '../clients/process/background-records.ts';
import { forgetPipes } from '../clients/process/output-pipes.ts';
import { endAllProcesses, endLeftoverProcesses, killWithConsole } from '../clients/process/process-group.ts';
import { closeDirectory } from '../clients/process/wall/hand-over.ts';
import { openWords } from '../clients/process/wall/wall.ts';
import { type Env, readEnv } from '../env.ts';
import { messageOf } from '../errors.ts';
import { actorOf } from '../people/actor-of.ts';
import { keepPublicKey } from '../people/audit/kept-keys.ts';
import { sealAudit } from '../people/audit/seal-audit.ts';
import { endSessionsOfOtherToken } from '../people/owner-token-change.ts';
import { createSignInLink } from '../people/sessions.ts';
import { startOutbox } from '../runs/notify/outbox.ts';
import { startHousekeeping } from '../runs/upkeep/housekeeping.ts';
import { bringBackLost } from '../runs/upkeep/lost-runs.ts';
import { abortAllExecutions } from '../runs/work/executions.ts';
import { stopWatchingBackground, takeUpBackground } from '../runs/work/watch-background.ts';
import type { Store } from '../store/contract/store.ts';
import { openStore } from '../store/open-store.ts';
import { closeAllStreams } from '../stream/sse.ts';
import type { Console } from './console.ts';
import { createConsole } from './create-console.ts';
import { setCurrentConsole } from './current-console.ts';

/** `stop` ends within seconds. What attempts had finished is recorded; one that was cut off is interrupted at the next start. */
export type Engine = { house: Console; stop: () => Promise<void> };

/** What an earlier process left running must be gone before its attempts are judged to be interrupted. */
async function endLeftovers(env: Env): Promise<void> {
  await endLeftoverProcesses({ env }, env.dataDirectory, await backgroundIds(env.dataDirectory));
}

/** Which console stopped in order: what it cut off was not why it ended. */
const lastStop = 'last-stop';

/** `watch` stands between the engine and its store, for measuring. */
export async function startEngine(env: Env, watch: (store: Store) => Store = (store) => store): Promise<Engine> {
  mkdirSync(env.dataDirectory, { recursive: true, mode: 0o700 });
  closeDirectory(env.dataDirectory);
  await endLeftovers(env);
  forgetPipes({ env });
  let store: Store | null = null;
  const house = createConsole(env, () => store);
  const opened = await openStore(env.databaseUrl, (error, isLasting) =>
    house.trouble.meet('database', error, isLasting),
  );
  store = watch(opened);
  const spareProcesses = killWithConsole(house);
  await keepPublicKey(house);
  await endSessionsOfOtherToken(house);
  await bringBackLost(house);
  house.worker.stopped = await house.store.readSetting(lastStop);
  await takeUpBackground(house);
  for (const runId of await house.store.listUnfinishedRuns()) house.queue.enqueue(runId);
  await house.timers.look();
  const housekeeping = startHousekeeping(house);
  house.loopDelay.enable();
  house.outbox = env.notifications && startOutbox(house, env.notifications);
  const stop = async () => {
    const stopped = house.queue.stop();
    house.timers.stop();
    house.loopDelay.disable();
    closeAllStreams(house);
    await Promise.all([
      abortAllExecutions(house),
      closeAllServers(house),
      housekeeping.stop(),
      house.outbox?.stop(),
      endParseWorker(house),
      stopWatchingBackground(house),
    ]);
    await endAllProcesses(house);
    // What a finished command left behind in a session of its own.
    await endLeftovers(env);
    await stopped;
    await sealAudit(house).catch((error) => console.error(`sealing the audit log: ${messageOf(error)}`));
    await opened
      .saveSetting(lastStop, house.worker.id)
      .catch((error) => console.error(`the stop: ${messageOf(error)}`));
    store = null;
    spareProcesses();
    await opened.close();
  };
  return { house, stop };
}

/** Once for the process, as Next starts it. */
export async function boot(): Promise<void> {
  const { house, stop } = await startEngine(readEnv());
  const words = await openWords(house);
  if (words !== null) console.warn(words);
  setCurrentConsole({
    house,
    shutdown: stop,
    isSignedIn: async (headers) => (await actorOf(house, headers, 'api')) !== null,
    actionStatus: (request) => house.actionStatus.get(request),
    forgetAction: (request) => void house.actionStatus.delete(request),
    onReady: async ({ address }) => ({
      signInUrl: (await createSignInLink(house, house.env.publicUrl ?? address)).url,
    }),
  });
}
