// For tests: an engine in this process, on a data directory and a database of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { migrate } from '../../prisma/migrate.mjs';
import { endLeftoverProcesses } from '../clients/process/process-group.ts';
import { startEngine, stopEngine } from '../console/boot.ts';
import type { RunStatus } from '../engine/state.ts';
import { readEnv } from '../env.ts';
import { currentQueue } from '../queue/queue.ts';
import { startRun } from '../runs/start-run.ts';
import { forgetSingleton, singleton } from '../singleton.ts';
import type { Store } from '../store/contract/store.ts';
import { currentStore } from '../store/current-store.ts';
import { onRunChange } from '../stream/notifier.ts';

export type ScratchEngine = {
  store: Store;
  dataDirectory: string;
  /** Starts a run of this text and resolves when nobody works on it any more: it has ended, or it waits. */
  settle(source: string): Promise<string>;
  stop(): Promise<void>;
};

const perProcess = [
  'env',
  'housekeeping',
  'live-runs',
  'executions',
  'stuck-runs-taken-up',
  'disk-use',
  'background-commands',
];

export async function startScratchEngine(env: Record<string, string> = {}): Promise<ScratchEngine> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-runs-'));
  for (const name of perProcess) forgetSingleton(name);
  singleton('env', () => readEnv({ GATEHOUSE_DATA: dataDirectory, ...env }));
  migrate(join(dataDirectory, 'gatehouse.db'));
  await startEngine();
  return {
    store: currentStore(),
    dataDirectory,
    async settle(source) {
      const { id } = await startRun({ source, startedBy: 'tester' });
      await untilIdle(id);
      return id;
    },
    async stop() {
      await stopEngine();
      // Background commands outlive a console; nobody comes back to this one.
      await endLeftoverProcesses(dataDirectory);
      for (const name of perProcess) forgetSingleton(name);
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

export async function untilStatus(runId: string, isReached: (status: RunStatus) => boolean): Promise<void> {
  for (;;) {
    let stop = () => {};
    const changed = new Promise<void>((resolve) => {
      stop = onRunChange(runId, () => resolve());
    });
    const run = await currentStore().readRun(runId);
    if (run && isReached(run.status)) return stop();
    await changed;
    stop();
  }
}

/** Resolves when the queue has done what it was asked for this run. */
export async function untilIdle(runId: string): Promise<void> {
  while (currentQueue().has(runId)) await nextTurn();
}
