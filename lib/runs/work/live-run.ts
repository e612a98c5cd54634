// A run in memory: its graph, its state and what is not yet committed. One holder at a time in this process; between
// processes the expected sequence number decides. Loading never costs the whole history: snapshot plus what came after.

import type { Needs } from '../../console/console.ts';
import type { RunEvent } from '../../engine/events.ts';
import { applyEvent } from '../../engine/fold/apply-event.ts';
import { isTerminal, type RunState } from '../../engine/state.ts';
import { AppError } from '../../errors.ts';
import type { Values } from '../../nodes/parts/large-value.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import type { ArtifactRecord } from '../../store/contract/artifacts.ts';
import type { NewAuditEntry } from '../../store/contract/audit.ts';
import type { CheckpointRecord } from '../../store/contract/checkpoints.ts';
import type { Commit } from '../../store/contract/commits.ts';
import type { GateRecord } from '../../store/contract/gates.ts';
import type { WorkflowVersion } from '../../store/contract/workflow-versions.ts';
import type { Graph } from '../../workflow/graph.ts';
import { secretsOf } from '../inputs/secret-inputs.ts';
import { graphOf, isUnreadable, unreadGraph } from './graph-of.ts';
import type { Loaded } from './run-values.ts';

/** The run's row as far as it follows from the state. */
export type RunRow = Required<Omit<NonNullable<Commit['row']>, 'archived' | 'name' | 'version' | 'versionId'>>;

export type LiveRun = {
  id: string;
  graph: Graph;
  state: RunState;
  /** Folded into the state, not yet durable. */
  pending: RunEvent[];
  gates: Map<string, GateRecord>;
  artifacts: ArtifactRecord[];
  checkpoints: CheckpointRecord[];
  /** What people did that the pending events tell of. */
  acts: NewAuditEntry[];
  snapshotSeq: number;
  /** The last event that is durable. */
  durableSeq: number;
  /** When its size was last looked at. */
  measuredSeq: number;
  /** The row as last written; null when that is not known. */
  row: RunRow | null;
  secrets: RunSecrets;
  /** The text that the pending events move it to. */
  movedTo: WorkflowVersion | null;
  /** Large values that the pending events name, by hash; they are on disk before those are. */
  fresh: Map<string, { value: unknown; text: string }>;
  /** Those that its decisions have needed since it last waited. */
  loaded: Map<string, Loaded>;
  /** Gives what is in these two; made once. */
  values?: Values;
};

const mostKept = 1000;
const pageSize = 1000;

/** From so many events on, the state of an ended run that nobody had folded yet is kept for whoever reads it next. */
const worthKeeping = 300;

/** The state as of an event: from the nearest snapshot before it, plus the events since. */
export async function stateAt(
  house: Needs<'store'>,
  runId: string,
  at = Number.MAX_SAFE_INTEGER,
): Promise<RunState | null> {
  const snapshot = await house.store.readSnapshot(runId, at);
  const state = await foldOn(house, runId, snapshot, at);
  if (state && isTerminal(state.status) && state.seq - (snapshot?.seq ?? 0) >= worthKeeping) {
    await keepSnapshot(house, runId, state);
  }
  return state;
}

/** A commit of nothing but the snapshot: refused when the run has gone on meanwhile. Who only reads hears of no failure. */
async function keepSnapshot({ store }: Needs<'store'>, runId: string, snapshot: RunState): Promise<void> {
  await store.commit({ runId, expectedSeq: snapshot.seq, events: [], snapshot }).catch(() => {});
}

async function foldOn(
  { store }: Needs<'store'>,
  runId: string,
  snapshot: RunState | null,
  at = Number.MAX_SAFE_INTEGER,
): Promise<RunState | null> {
  let state = snapshot;
  for (;;) {
    const events = await store.readEvents(runId, { after: state?.seq ?? 0, before: at + 1, limit: pageSize });
    for (const event of events) state = applyEvent(state, event);
    if (events.length < pageSize) return state;
  }
}

/** Everything else about a run in memory begins empty. */
export function newLiveRun(known: Pick<LiveRun, 'id' | 'graph' | 'state' | 'secrets'> & Partial<LiveRun>): LiveRun {
  return {
    pending: [],
    gates: new Map(),
    artifacts: [],
    checkpoints: [],
    acts: [],
    snapshotSeq: 0,
    durableSeq: 0,
    measuredSeq: 0,
    row: null,
    movedTo: null,
    fresh: new Map(),
    loaded: new Map(),
    ...known,
  };
}

/** Somebody else has written since the run was read. Known by its name, as modules may be loaded twice. */
export function staleCommit(runId: string): Error {
  const error = new AppError('conflict', `Run ${runId} was changed by another writer`, { kind: 'operational' });
  return Object.assign(error, { name: 'StaleCommit' });
}

export function isStale(error: unknown): boolean {
  return error instanceof Error && error.name === 'StaleCommit';
}

/** Whether a run in this state may be held although its text cannot be read any more: then it has the unread graph. */
type MayBeUnread = (state: RunState) => boolean;

const never: MayBeUnread = () => false;

async function load(
  house: Needs<'env' | 'store' | 'workflows'>,
  runId: string,
  mayBeUnread: MayBeUnread,
): Promise<LiveRun> {
  const record = await house.store.readRun(runId);
  const snapshot = await house.store.readSnapshot(runId);
  const state = record && (await foldOn(house, runId, snapshot));
  if (!record || !state) throw new AppError('not_found', `There is no run "${runId}"`);
  const graph = await graphOf(house, record.versionId).catch((error: unknown) => {
    if (isUnreadable(error) && mayBeUnread(state)) return unreadGraph;
    throw error;
  });
  const secrets = await secretsOf(house, runId, graph, state.inputs);
  return newLiveRun({ id: runId, graph, state, secrets, snapshotSeq: snapshot?.seq ?? 0, durableSeq: state.seq });
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

type Loading = Needs<'env' | 'liveRuns' | 'store' | 'workflows'>;

const mostTries = 20;

/** Whether the failure rests on a state that somebody else has changed meanwhile; then nothing was done. */
async function isOutrun(house: Loading, run: LiveRun, since: number, error: unknown): Promise<boolean> {
  if (run.durableSeq !== since) return false;
  if (isStale(error)) return true;
  return error instanceof AppError && ((await house.store.readRun(run.id))?.seq ?? since) !== since;
}

/** Holds a run; `isWanted` tells whether others wait for it to be let go. */
type Use<T> = (run: LiveRun, isWanted: () => boolean) => Promise<T>;

/** What was decided on an old state is decided again on the new one, as if it had come a little later. */
async function useRun<T>(
  house: Loading,
  runId: string,
  use: Use<T>,
  isWanted: () => boolean,
  mayBeUnread: MayBeUnread,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const run = house.liveRuns.runs.get(runId) ?? (await load(house, runId, mayBeUnread));
    if (run.graph !== unreadGraph) keep(house, run);
    const since = run.durableSeq;
    try {
      return await use(run, isWanted);
    } catch (error) {
      forgetRun(house, runId);
      if (tries === mostTries || !(await isOutrun(house, run, since, error))) throw error;
    }
  }
}

/**
 * Holds the run while `use` decides and records. Others wait their turn; nobody may hold it while a node works. When another
 * process was faster, `use` is called again with the run as it is then: until its first commit it must change nothing else.
 */
export async function withRun<T>(house: Loading, runId: string, use: Use<T>, mayBeUnread = never): Promise<T> {
  const { turns } = house.liveRuns;
  const before = turns.get(runId) ?? Promise.resolve();
  const isWanted = () => turns.get(runId) !== settled;
  const turn = before.then(() => useRun(house, runId, use, isWanted, mayBeUnread));
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
