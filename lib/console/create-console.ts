// Builds the console's parts, with nothing started and nothing opened but what is given.
import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Env } from '../env.ts';
import { AppError } from '../errors.ts';
import { createLock } from '../lock.ts';
import { loadOwnerToken } from '../people/owner-token.ts';
import { createClock } from '../queue/clock.ts';
import { createQueue } from '../queue/queue.ts';
import { createSlots } from '../queue/slots.ts';
import { createTimers } from '../queue/timers.ts';
import { loadSigner } from '../receipts/signing-key.ts';
import { unlessDeleted } from '../runs/delete-run.ts';
import { advanceRun } from '../runs/work/advance-run.ts';
import type { Store } from '../store/contract/store.ts';
import { createNotifier } from '../stream/notifier.ts';
import { createTroubles } from '../trouble.ts';
import type { Console } from './console.ts';

/** `storeOf` is asked whenever somebody needs the store; null while there is none. */
export function createConsole(env: Env, storeOf: () => Store | null): Console {
  // One process at a time works on a SQLite database, so every other worker is dead.
  const id = randomBytes(4).toString('hex');
  const trouble = createTroubles();
  const clock = createClock();
  const house: Console = {
    env,
    worker: { id, isAlive: (other) => other === id, stopped: null },
    clock,
    ownerToken: loadOwnerToken(env),
    signer: loadSigner(env.dataDirectory),
    sealing: { lock: createLock(), end: null, check: null },
    get store() {
      const store = storeOf();
      if (store) return store;
      throw new AppError('unavailable', 'The console is still starting or is stopping; try again in a moment.');
    },
    sharing: { steps: 16 },
    queue: createQueue(
      (id) => advanceRun(house, id).catch((error) => unlessDeleted(house, id, error)),
      env.concurrency,
      trouble.tell,
    ),
    timers: createTimers(
      {
        nextWakeUp: (now, date) => house.store.nextWakeUp(now, date),
        listDueRuns: (now, date) => house.store.listDueRuns(now, date),
      },
      clock,
      (id) => house.queue.enqueue(id),
      trouble.tell,
    ),
    slots: createSlots(env.attempts),
    notifier: createNotifier(),
    outbox: null,
    liveRuns: { runs: new Map(), turns: new Map() },
    histories: new Map(),
    logIndexes: new Map(),
    executions: new Map(),
    spawned: new Set(),
    pointing: new Map(),
    background: new Map(),
    admission: new Map(),
    workspaces: new Map(),
    bulkActs: new Map(),
    figures: new Map(),
    takenUp: new Set(),
    awaiting: new Map(),
    servers: new Map(),
    processes: new Set(),
    pipes: { ready: [], making: null },
    wall: { tried: null, limiter: null },
    workflows: { graphs: new Map(), read: new Map(), parser: { worker: null, last: Promise.resolve() } },
    workflowFiles: { listeners: new Set(), watcher: null },
    actionStatus: new Map(),
    streams: new Set(),
    trouble,
    loopDelay: monitorEventLoopDelay({ resolution: 20 }),
    health: { look: null, at: 0 },
    diskUse: { use: null, doneAt: 0 },
    openId: { provider: null },
    wrongTries: { windows: null, lastTokens: new Map() },
  };
  return house;
}
