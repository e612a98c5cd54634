// An engine in this process on a data directory of its own. Keeps every commit it makes, so that the raw driver can
// write equal rows, and knows the moment at which each became durable.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../prisma/migrate.mjs';
import { startEngine } from '../console/boot.ts';
import type { Console } from '../console/console.ts';
import type { RunEvent } from '../engine/events.ts';
import type { RunStatus } from '../engine/state.ts';
import { readEnv } from '../env.ts';
import { answerGate } from '../runs/answer-gate.ts';
import { startRun } from '../runs/start-run.ts';
import type { Commit } from '../store/contract/commits.ts';
import type { Store } from '../store/contract/store.ts';
import { actor } from './bench-actor.ts';
import { openRawDriver, type RawDriver } from './raw-driver.ts';

export type Durable = { commit: Commit; at: number };

export type BenchEngine = {
  house: Console;
  /** The database. */
  file: string;
  raw: RawDriver;
  start(source: string, inputs?: Record<string, unknown>): Promise<string>;
  /** Answers the run's only open gate. */
  answer(runId: string, option: string): Promise<void>;
  /** Resolves when the run has this status, durably. */
  until(runId: string, status: RunStatus): Promise<void>;
  /** The commits since it was last asked, in the order they became durable. */
  take(): Durable[];
};

export async function withEngine<T>(use: (engine: BenchEngine) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  migrate(join(directory, 'data', 'gatehouse.db'));
  const raw = openRawDriver(join(directory, 'raw', 'gatehouse.db'));
  const commits = recordCommits();
  const { house, stop } = await startEngine(readEnv({ GATEHOUSE_DATA: join(directory, 'data') }), commits.watch);
  try {
    return await use({ house, file: join(directory, 'data', 'gatehouse.db'), raw, ...commits.of(house) });
  } finally {
    await stop();
    raw.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function recordCommits() {
  const statuses = new Map<string, RunStatus>();
  const gates = new Map<string, string>();
  const waiting = new Map<string, { status: RunStatus; resolve: () => void }>();
  let durable: Durable[] = [];

  function note(commit: Commit): void {
    durable.push({ commit, at: performance.now() });
    if (commit.row?.status) statuses.set(commit.runId, commit.row.status);
    for (const gate of commit.gates ?? []) if (gate.status === 'open') gates.set(commit.runId, gate.id);
    const waiter = waiting.get(commit.runId);
    if (!waiter || waiter.status !== commit.row?.status) return;
    waiting.delete(commit.runId);
    waiter.resolve();
  }

  const watch = (store: Store): Store => ({
    ...store,
    commit: async (commit) => {
      const result = await store.commit(commit);
      if (result.ok) note(commit);
      return result;
    },
  });

  const of = (house: Console): Omit<BenchEngine, 'raw' | 'house' | 'file'> => ({
    start: async (source, inputs = {}) => (await startRun(house, { source, inputs, actor })).id,
    async answer(runId, option) {
      await answerGate(house, { runId, gateId: gates.get(runId) ?? '', option, actor });
    },
    until: (runId, status) =>
      new Promise((resolve) => {
        if (statuses.get(runId) === status) resolve();
        else waiting.set(runId, { status, resolve });
      }),
    take() {
      const taken = durable;
      durable = [];
      return taken;
    },
  });
  return { watch, of };
}

const isStart = ({ type }: RunEvent) => type === 'node_started';

export const startsNode = ({ commit }: Durable) => commit.events.some(isStart);
export const startsIn = ({ commit }: Durable) => commit.events.filter(isStart).length;

/** The same rows with one commit for each step, as the driver would write them that knows of steps but not what they do. */
export function oneForEachStep({ commit }: Durable): Commit[] {
  const { runId, expectedSeq, events, ...whole } = commit;
  if (commit.create) return [commit];
  const ends = events.flatMap((event, index) => (isStart(event) ? [index + 1] : []));
  const parts = [...ends.slice(0, -1), events.length];
  return parts.map((end, index) => {
    const from = parts[index - 1] ?? 0;
    const rest = end === events.length ? whole : {};
    return { runId, expectedSeq: expectedSeq + from, events: events.slice(from, end), ...rest };
  });
}
