// Builds the console's parts, with nothing started and nothing opened but what is given.
import { randomBytes } from 'node:crypto';
import type { Env } from '../env.ts';
import { AppError } from '../errors.ts';
import { loadOwnerToken } from '../people/owner-token.ts';
import { createQueue } from '../queue/queue.ts';
import { createTimers } from '../queue/timers.ts';
import { unlessDeleted } from '../runs/delete-run.ts';
import { advanceRun } from '../runs/work/advance-run.ts';
import type { Store } from '../store/contract/store.ts';
import { createNotifier } from '../stream/notifier.ts';
import type { Console } from './console.ts';

/** `storeOf` is asked whenever somebody needs the store; null while there is none. */
export function createConsole(env: Env, storeOf: () => Store | null): Console {
  // One process at a time works on a SQLite database, so every other worker is dead.
  const id = randomBytes(4).toString('hex');
  const house: Console = {
    env,
    worker: { id, isAlive: (other) => other === id },
    ownerToken: loadOwnerToken(env),
    get store() {
      const store = storeOf();
      if (store) return store;
      throw new AppError('unavailable', 'The console is still starting or is stopping; try again in a moment.');
    },
    queue: createQueue(
      (id) => advanceRun(house, id).catch((error) => unlessDeleted(house, id, error)),
      env.concurrency,
    ),
    timers: createTimers(
      {
        nextWakeAt: () => house.store.nextWakeAt(),
        listDueRuns: (at) => house.store.listDueRuns(at),
      },
      (id) => house.queue.enqueue(id),
    ),
    notifier: createNotifier(),
    outbox: null,
    liveRuns: { runs: new Map(), turns: new Map() },
    executions: new Map(),
    background: new Map(),
    admission: new Map(),
    workspaces: new Map(),
    takenUp: new Set(),
    servers: new Map(),
    processes: new Set(),
    workflows: { graphs: new Map(), read: new Map(), parser: { worker: null, last: Promise.resolve() } },
    workflowFiles: { listeners: new Set(), watcher: null },
    actionStatus: new Map(),
    streams: new Set(),
    diskUse: { use: null, doneAt: 0 },
    wrongTries: { windows: null, lastTokens: new Map() },
  };
  return house;
}
