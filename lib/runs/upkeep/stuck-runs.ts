// A run must always have somebody or something that will move it: a worker, a place in the queue, a time, a gate or a
// signal. One that has none of them is stuck: a bug. It is found here, taken up again once, and shown to people.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { callbackPrefix } from '../../clients/process/background-records.ts';
import type { Console, Needs } from '../../console/console.ts';
import { calledRunId } from '../../engine/called-run.ts';
import type { NextStep } from '../../engine/decide/decision-input.ts';
import { nextEffects } from '../../engine/decide/interpreter.ts';
import { isTerminal, type RunState } from '../../engine/state.ts';
import { messageOf } from '../../errors.ts';
import type { RunRecord } from '../../store/contract/runs.ts';
import { pageOf, readCursor, writeCursor } from '../../store/cursor.ts';
import { summaryOf } from '../list-runs.ts';
import type { RunSummary } from '../views.ts';
import { isExecuting } from '../work/executions.ts';
import { graphOf } from '../work/graph-of.ts';
import { stateAt, withRun } from '../work/live-run.ts';
import { recordEvents } from '../work/record-events.ts';
import { reportMissing } from '../work/report-background.ts';
import { isWatched } from '../work/watch-background.ts';

/** A run is looked at within moments of its time; after this it has been forgotten. */
const mostLate = 30_000;

const iso = (time: number) => new Date(time).toISOString();

type Moment = { now: number; date: number };

const momentOf = ({ clock }: Needs<'clock'>, at?: number): Moment => ({
  now: at ?? clock.now(),
  date: at ?? clock.date(),
});

async function idleRuns(house: Needs<'executions' | 'queue' | 'store'>, { now, date }: Moment): Promise<string[]> {
  const ids = await house.store.listIdleRuns(iso(now - mostLate), iso(date - mostLate));
  return ids.filter((id) => !house.queue.has(id) && !isExecuting(house, id));
}

/** A called run tells its end while it is still in the queue; one that is neither there nor live will never tell it. */
async function willTell(house: Needs<'queue' | 'store'>, calledRun: string): Promise<boolean> {
  const run = await house.store.readRun(calledRun);
  if (run && !isTerminal(run.status)) return true;
  await nextTurn();
  return run !== null && house.queue.has(calledRun);
}

/** A background command that nobody looks after will never report. */
function isMissing(house: Needs<'background'>, signal: string): boolean {
  return signal.startsWith(callbackPrefix) && !isWatched(house, signal.slice(callbackPrefix.length));
}

/** Nothing in the row tells a wait for a signal from a wait for nothing. A signal that has come is not waited for. */
async function waitsForSignal(
  house: Needs<'background' | 'queue' | 'store'>,
  { run, active, signals }: RunState,
): Promise<boolean> {
  for (const { phase, wait } of active) {
    if ((phase !== 'waiting' && phase !== 'suspended') || !wait?.signal || signals[wait.signal]?.length) continue;
    if (isMissing(house, wait.signal)) continue;
    if (!wait.call || (await willTell(house, calledRunId(run, wait.signal)))) return true;
  }
  return false;
}

const restful = new Set<NextStep['kind']>(['wake', 'call']);

/** Whether the run has nothing to do now, and a time, a person or a signal will bring it on. */
async function isAtRest(
  house: Needs<'background' | 'queue' | 'store' | 'workflows'>,
  run: RunRecord,
  state: RunState,
  { now, date }: Moment,
): Promise<boolean> {
  const graph = await graphOf(house, run.versionId);
  const effects = nextEffects(graph, state, iso(now), () => false, iso(date));
  if (!effects.every(({ kind }) => restful.has(kind))) return false;
  if (run.wakeAt !== null && Date.parse(run.wakeAt) >= now - mostLate) return true;
  if (run.wakeOn !== null && Date.parse(run.wakeOn) >= date - mostLate) return true;
  const gates = await house.store.listGates({ run: run.id, status: 'open', limit: 1 });
  return gates.length > 0 || waitsForSignal(house, state);
}

/**
 * The called runs that this one waits for and nothing else, not even a time. As long as it has no new event only their end
 * can bring it on.
 */
function calledOnly({ wakeAt, wakeOn }: RunRecord, { run, active, signals }: RunState): string[] {
  if (wakeAt !== null || wakeOn !== null) return [];
  const waits = active.flatMap(({ wait }) =>
    wait?.call && wait.signal && !signals[wait.signal]?.length ? [wait] : [],
  );
  return waits.map(({ signal }) => calledRunId(run, signal as string));
}

/** Those of these runs of which it is known, by one question for all, that they wait for a called run which is live. */
async function awaitingRuns(house: Needs<'awaiting' | 'store'>, ids: string[]): Promise<Set<string>> {
  const idle = new Set(ids);
  for (const id of house.awaiting.keys()) if (!idle.has(id)) house.awaiting.delete(id);
  const known = [...house.awaiting];
  if (known.length === 0) return new Set();
  const rows = await house.store.readStandings(known.flatMap(([id, { called }]) => [id, ...called]));
  const standings = new Map(rows.map((row) => [row.id, row]));
  const isLive = (id: string) => !isTerminal(standings.get(id)?.status ?? 'failed');
  const isStill = ([id, { seq, called }]: (typeof known)[number]) =>
    standings.get(id)?.seq === seq && called.every(isLive);
  return new Set(known.filter(isStill).map(([id]) => id));
}

/** A run that this version of the console cannot read will not move either, and does not hide the others. */
async function isIdle(house: Console, run: RunRecord, now: Moment): Promise<boolean> {
  const state = await stateAt(house, run.id);
  if (state === null || !(await isAtRest(house, run, state, now).catch(() => false))) return false;
  const called = calledOnly(run, state);
  if (called.length > 0) house.awaiting.set(run.id, { seq: state.seq, called });
  return true;
}

/** Between the commit of a fact and the call that queues its run there is a moment in which the run looks idle. */
export async function findStuckRuns(house: Console, at?: number): Promise<RunSummary[]> {
  const now = momentOf(house, at);
  const stuck: RunRecord[] = [];
  const idle = await idleRuns(house, now);
  const awaiting = await awaitingRuns(house, idle);
  for (const id of idle) {
    if (awaiting.has(id)) continue;
    await nextTurn();
    const run = await house.store.readRun(id);
    if (run && !(await isIdle(house, run, now))) stuck.push(run);
  }
  if (stuck.length === 0) return [];
  const still = new Set(await idleRuns(house, now));
  const { readRun } = house.store;
  const again = await Promise.all(stuck.map(({ id }) => readRun(id)));
  const sure = stuck.filter(({ id, seq }, index) => still.has(id) && again[index]?.seq === seq);
  return Promise.all(sure.map((run) => summaryOf(house, run)));
}

const perPage = 100;

/** A page of them by id: what is taken up in between moves no other one to another page. */
export async function pageOfStuckRuns(
  house: Console,
  { limit = perPage, cursor, at }: { limit?: number | undefined; cursor?: string | undefined; at?: number } = {},
): Promise<{ runs: RunSummary[]; next: string | null }> {
  const [after] = cursor === undefined ? [''] : readCursor<[string]>(cursor, 1);
  const all = await findStuckRuns(house, at);
  const later = all.filter(({ id }) => id > after).sort((a, b) => (a.id < b.id ? -1 : 1));
  const { items, next } = pageOf(later, limit, ({ id }) => writeCursor([id]));
  return { runs: items, next };
}

/** Once for each run and process: what is stuck again after that is for a person to see, not to be hidden by a loop. */
export async function takeUpStuckRuns(
  house: Console,
  { now, signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for (const { id, workflow } of await findStuckRuns(house, now)) {
    // A console that is stopping has ended its workers: then every run looks stuck.
    if (signal?.aborted) return;
    if (house.takenUp.has(id)) continue;
    house.takenUp.add(id);
    console.error(`run ${id} of ${workflow} was stuck: nobody worked on it; it is taken up again`);
    try {
      await reportMissing(house, id, (execId) => isWatched(house, execId));
      await withRun(house, id, async (run) => {
        const message = 'Nobody worked on this run and nothing would have moved it; it was taken up again';
        if (!isTerminal(run.state.status)) {
          await recordEvents(house, run, [{ type: 'warning', data: { code: 'stuck', message } }]);
        }
      });
    } catch (error) {
      console.error(`run ${id}: the warning that it was stuck could not be recorded: ${messageOf(error)}`);
    }
    house.queue.enqueue(id);
  }
}
