// For tests: an engine in this process, on a data directory and a database of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { migrate } from '../../prisma/migrate.mjs';
import { endLeftoverProcesses } from '../clients/process/process-group.ts';
import { type Engine, startEngine } from '../console/boot.ts';
import type { Console } from '../console/console.ts';
import type { RunStatus } from '../engine/state.ts';
import { readEnv } from '../env.ts';
import { startRun } from '../runs/start-run.ts';
import type { Store } from '../store/contract/store.ts';
import { tester } from './actors.ts';
import { house, setHouse, shown } from './house.ts';

export type ScratchEngine = {
  readonly house: Console;
  readonly store: Store;
  dataDirectory: string;
  /** Starts a run of this text and resolves when nobody works on it any more: it has ended, or it waits. */
  settle(source: string): Promise<string>;
  /** Stops it and starts it on the same data with nothing in memory, as a new process would. */
  restart(env?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
};

export async function startScratchEngine(env: Record<string, string> = {}): Promise<ScratchEngine> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-runs-'));
  const start = (more: Record<string, string> = {}) =>
    startEngine(readEnv({ ...shown, GATEHOUSE_DATA: dataDirectory, ...env, ...more }));
  migrate(join(dataDirectory, 'gatehouse.db'));
  let engine: Engine = await start();
  setHouse(engine.house);
  return {
    get house() {
      return engine.house;
    },
    get store() {
      return engine.house.store;
    },
    dataDirectory,
    async settle(source) {
      const { id } = await startRun(engine.house, { source, actor: tester });
      await untilIdle(id, engine.house);
      return id;
    },
    async restart(more) {
      await engine.stop();
      engine = await start(more);
      setHouse(engine.house);
    },
    async stop() {
      await engine.stop();
      // Background commands outlive a console; nobody comes back to this one.
      await endLeftoverProcesses(engine.house, dataDirectory);
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

export async function untilStatus(runId: string, isReached: (status: RunStatus) => boolean): Promise<void> {
  for (;;) {
    let stop = () => {};
    const changed = new Promise<void>((resolve) => {
      stop = house.notifier.onRunChange(runId, () => resolve());
    });
    const run = await house.store.readRun(runId);
    if (run && isReached(run.status)) return stop();
    await changed;
    stop();
  }
}

/** Resolves when the queue has done what it was asked for this run. */
export async function untilIdle(runId: string, at: Console = house): Promise<void> {
  while (at.queue.has(runId)) await nextTurn();
}
