import type { Needs } from '../console/console.ts';
import { calledRunId } from '../engine/called-run.ts';
import { definitionOf } from '../nodes/index.ts';
import type { Actor } from '../people/actor.ts';
import type { RunRecord } from '../store/contract/runs.ts';
import { type RunsAsked, runFilterOf } from './lists/run-filter.ts';
import type { RunSummary } from './views.ts';
import { nodeNameOf } from './work/graph-of.ts';
import { stateAt } from './work/live-run.ts';
import { parentOf } from './work/parent-of.ts';

/** The verdicts of a completed run are told right before its end. */
async function hasFailedChecks(house: Needs<'store'>, { id, status, seq }: RunRecord): Promise<boolean> {
  if (status !== 'completed') return false;
  const [last] = await house.store.readEvents(id, { before: seq, limit: 1, newest: true });
  return last?.type === 'checks_completed' && last.data.failed > 0;
}

/** The run that a running one only waits for, if that itself waits for people. */
async function waitingCall(house: Needs<'store' | 'workflows'>, record: RunRecord): Promise<RunSummary | null> {
  if (record.status !== 'running' || !definitionOf(record.currentType ?? '')?.waitsAlone) return null;
  const { active = [] } = (await stateAt(house, record.id)) ?? {};
  const calls = active.map(({ phase, wait }) => (phase === 'waiting' && wait?.call ? wait.signal : null));
  if (!calls.every((signal) => signal !== null)) return null;
  const called = await Promise.all(calls.map((signal) => house.store.readRun(calledRunId(record.id, signal))));
  const waiting = await Promise.all(called.map((one) => one && summaryOf(house, one)));
  return waiting.every((one) => one?.needs_answer) ? (waiting[0] ?? null) : null;
}

export async function summaryOf(
  house: Needs<'store' | 'workflows'>,
  record: RunRecord,
  inputs: string[] = [],
): Promise<RunSummary> {
  const { currentNode, currentType } = record;
  const waiting = await waitingCall(house, record);
  const status = waiting ? 'waiting' : record.status;
  return {
    id: record.id,
    workflow: record.workflow,
    name: record.name,
    version: record.version,
    status,
    checks_failed: await hasFailedChecks(house, record),
    progress: { done: record.done, total: record.total },
    current_node: currentNode,
    current_name: currentNode === null ? null : await nodeNameOf(house, record.versionId, currentNode),
    current_type: currentType,
    needs_answer: waiting !== null || (status === 'waiting' && !definitionOf(currentType ?? '')?.waitsAlone),
    waiting_on: waiting?.waiting_on ?? record.waitingOn,
    started_by: record.startedBy,
    created_at: record.createdAt,
    started_at: record.startedAt,
    ended_at: record.endedAt,
    message: record.message,
    seq: record.seq,
    archived: record.archived,
    parent: await parentOf(house, record),
    cost: record.cost,
    inputs: inputs.length > 0 ? toldInputs(record, inputs) : {},
  };
}

const longestTold = 120;

/** For a cell of a list: the beginning of what is long. */
function toldInputs({ inputs }: RunRecord, names: string[]): Record<string, string> {
  const told = names.flatMap((name) => {
    const value = inputs[name];
    if (value === undefined) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [[name, text.length > longestTold ? `${text.slice(0, longestTold)}…` : text]];
  });
  return Object.fromEntries(told);
}

export type RunPageAsked = RunsAsked & {
  cursor?: string;
  limit?: number;
  /** Which inputs of each run are told. */
  inputs?: string[];
};

export async function listRuns(
  house: Needs<'clock' | 'store' | 'workflows'>,
  { cursor, limit, inputs, ...asked }: RunPageAsked,
  actor: Actor,
): Promise<{ runs: RunSummary[]; next: string | null }> {
  const { runs, next } = await house.store.listRuns({ ...runFilterOf(house, asked, actor), cursor, limit });
  return { runs: await Promise.all(runs.map((run) => summaryOf(house, run, inputs))), next };
}

export function countRuns(house: Needs<'clock' | 'store'>, asked: RunsAsked, actor: Actor) {
  return house.store.countRuns(runFilterOf(house, asked, actor));
}
