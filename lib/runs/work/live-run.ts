// A run in memory: its graph, its state and what is not yet committed. One holder at a time in this process; between
// processes the expected sequence number decides. Loading never costs the whole history: snapshot plus what came after.

import type { Needs } from '../../console/console.ts';
import type { RunEvent } from '../../engine/events.ts';
import { applyEvent } from '../../engine/fold/apply-event.ts';
import type { RunState } from '../../engine/state.ts';
import { AppError } from '../../errors.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import type { ArtifactRecord, CheckpointRecord, Commit, GateRecord } from '../../store/store.ts';
import type { Graph } from '../../workflow/graph.ts';
import { secretsOf } from '../inputs/secret-inputs.ts';
import { graphOf } from './graph-of.ts';

/** The run's row as far as it follows from the state. */
export type RunRow = Required<Omit<NonNullable<Commit['row']>, 'archived'>>;

export type LiveRun = {
  id: string;
  graph: Graph;
  state: RunState;
  /** Folded into the state, not yet durable. */
  pending: RunEvent[];
  gates: Map<string, GateRecord>;
  artifacts: ArtifactRecord[];
  checkpoints: CheckpointRecord[];
  snapshotSeq: number;
  /** The row as last written; null when that is not known. */
  row: RunRow | null;
  secrets: RunSecrets;
};

const mostKept = 1000;
const pageSize = 1000;

/** The state as of an event: from the nearest snapshot before it, plus the events since. */
export async function stateAt(
  house: Needs<'store'>,
  runId: string,
  at = Number.MAX_SAFE_INTEGER,
): Promise<RunState | null> {
  const store = house.store;
  let state = await store.readSnapshot(runId, at);
  for (;;) {
    const events = await store.readEvents(runId, { after: state?.seq ?? 0, before: at + 1, limit: pageSize });
    for (const event of events) state = applyEvent(state, event);
    if (events.length < pageSize) return state;
  }
}

async function load(house: Needs<'env' | 'store' | 'workflows'>, runId: string): Promise<LiveRun> {
  const record = await house.store.readRun(runId);
  const state = record && (await stateAt(house, runId));
  if (!record || !state) throw new AppError('not_found', `There is no run "${runId}"`);
  const graph = await graphOf(house, record.versionId);
  return {
    id: runId,
    graph,
    state,
    pending: [],
    gates: new Map(),
    artifacts: [],
    checkpoints: [],
    snapshotSeq: state.seq,
    row: null,
    secrets: await secretsOf(house, runId, graph, state.inputs),
  };
}

function keep(house: Needs<'liveRuns'>, run: LiveRun): void {
  const { runs } = house.liveRuns;
  runs.delete(run.id);
  runs.set(run.id, run);
  const oldest = runs.keys().next();
  if (runs.size > mostKept && !oldest.done) runs.delete(oldest.value);
}

/** Forgets what is in memory: the next holder reads the store again. */
export function forgetRun(house: Needs<'liveRuns'>, runId: string): void {
  house.liveRuns.runs.delete(runId);
}

/** Holds the run while `use` decides and records. Others wait their turn; nobody may hold it while a node works. */
export async function withRun<T>(
  house: Needs<'env' | 'liveRuns' | 'store' | 'workflows'>,
  runId: string,
  use: (run: LiveRun) => Promise<T>,
): Promise<T> {
  const { runs, turns } = house.liveRuns;
  const before = turns.get(runId) ?? Promise.resolve();
  const turn = before.then(async () => {
    const run = runs.get(runId) ?? (await load(house, runId));
    keep(house, run);
    try {
      return await use(run);
    } catch (error) {
      forgetRun(house, runId);
      throw error;
    }
  });
  const settled = turn.catch(() => {});
  turns.set(runId, settled);
  try {
    return await turn;
  } finally {
    if (turns.get(runId) === settled) turns.delete(runId);
  }
}

export function adoptRun(house: Needs<'liveRuns'>, run: LiveRun): void {
  keep(house, run);
}
