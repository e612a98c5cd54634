// Drives a run until it needs nothing more from this process: it has ended, or only waits. Resuming after a gate, after a
// crash and after a restart all come through here: read the state, ask what is next, record it, act on it.

import { runDirectory } from '../../clients/files/files.ts';
import { closeServers } from '../../clients/mcp/mcp.ts';
import { endLeftoverProcesses } from '../../clients/process/process-group.ts';
import type { Console, Needs } from '../../console/console.ts';
import { decideNode } from '../../engine/decide/decide-node.ts';
import { type NextStep, positionKey, visitKeys } from '../../engine/decide/decision-input.ts';
import { finishAttempt } from '../../engine/decide/finish-attempt.ts';
import { nextEffects } from '../../engine/decide/interpreter.ts';
import type { Draft, RunEvent } from '../../engine/events.ts';
import { consoleStopped } from '../../engine/interruption.ts';
import { isTerminal, type Position, type RunState } from '../../engine/state.ts';
import type { Outcome, Suspended } from '../../nodes/contract/outcome.ts';
import type { Values } from '../../nodes/parts/large-value.ts';
import type { Actor } from '../../people/actor.ts';
import { withWarnings } from '../walls/warn-gates.ts';
import { callNext, takeSlot } from './admission.ts';
import { beginAttempt, beginClaimed, claimedFields, draftCollected, isWork } from './begin-attempt.ts';
import { type CallEffect, ensureCalled, tellCaller } from './call-run.ts';
import { abortExecutions, type Execution, executionKey, executionsOf, forgetExecutions } from './executions.ts';
import { unreadGraph } from './graph-of.ts';
import { keptValue } from './keep-large.ts';
import { isStale, type LiveRun, withRun } from './live-run.ts';
import { readCheckpoint } from './read-checkpoint.ts';
import { commitEvents, draftEvents } from './record-events.ts';
import { endOverLimit } from './run-limits.ts';
import { decideWith } from './run-values.ts';

/**
 * An attempt that says "running" with nobody working on it was cut off when its process ended. If that did not stop but
 * died, the attempt may be why.
 */
function interrupted(house: Needs<'worker'>, run: LiveRun, isExecuting: (position: Position) => boolean): Draft[] {
  const { id, stopped } = house.worker;
  return run.state.active
    .filter((position) => position.phase === 'running' && isWork(run, position.node) && !isExecuting(position))
    .map((position) => {
      const holder = position.worker ?? id;
      const hasCrashed = holder !== id && holder !== stopped && !position.in_line;
      return interruptedAt(position, consoleStopped, hasCrashed);
    });
}

function interruptedAt(position: Position, reason: string, hasCrashed = false): Draft {
  const crashed = hasCrashed ? { crashed: true as const } : {};
  return { type: 'node_interrupted', ...visitKeys(position), data: { ...positionKey(position), reason, ...crashed } };
}

/**
 * Results of attempts that ended since the last look; they are forgotten once they are durable. Being stopped is no result:
 * an attempt that the stopping console cut off keeps what it has told, and the next start finds it interrupted.
 */
async function takeResults(
  house: Needs<'clock' | 'env' | 'signer' | 'wall'>,
  run: LiveRun,
  executions: Map<string, Execution>,
): Promise<string[]> {
  const taken: string[] = [];
  for (const [key, { done, stopped, position: id, controller }] of executions) {
    if (!done) continue;
    if ('error' in done) {
      executions.delete(key);
      throw done.error;
    }
    taken.push(key);
    draftCollected(house, run, done.collected);
    const position = run.state.active.find((one) => one.id === id);
    if (!position || executionKey(position) !== key) continue;
    const moment = { graph: run.graph, state: run.state, at: house.clock.at() };
    if (stopped !== null) draftEvents(house, run, [interruptedAt(position, stopped)]);
    else if (!controller.signal.aborted) {
      const outcome = keptOutcome(run, done.outcome);
      const finish = (values: Values) => finishAttempt({ ...moment, values }, position, outcome);
      draftEvents(house, run, await withWarnings(house, run.graph, await decideWith(house, run, finish)));
    }
  }
  return taken;
}

/** What is large is kept before anybody decides about it: then it is passed on as lightly as anything else. */
function keptOutcome(run: LiveRun, outcome: Outcome | Suspended): Outcome | Suspended {
  return 'ok' in outcome && outcome.ok ? { ...outcome, result: keptValue(run, outcome.result) } : outcome;
}

/** Says who holds the claims among these drafts, and whether they must wait for others to end. */
function held({ worker, slots }: Needs<'slots' | 'worker'>, drafts: Draft[]): Draft[] {
  const inLine = slots.isFull() ? { in_line: true as const } : {};
  return drafts.map((draft) =>
    draft.type === 'node_started' && (draft.data.input !== undefined || draft.data.continues)
      ? { ...draft, data: { ...draft.data, worker: worker.id, ...inLine } }
      : draft,
  );
}

/** Work whose position is gone (its branch was cut off, the run has ended) is stopped; nobody waits for its result. */
function stopCutOff(run: LiveRun, executions: Map<string, Execution>): void {
  const wanted = new Set(run.state.active.map(executionKey));
  for (const [key, { controller }] of executions) if (!wanted.has(key)) controller.abort();
}

/** A node that goes back to a checkpoint decides with the copy, read once all before it is durable. */
async function restored(
  house: Needs<'clock' | 'env' | 'store'>,
  run: LiveRun,
  effect: Extract<NextStep, { kind: 'restore' }>,
): Promise<Draft[]> {
  const position = run.state.active.find(({ id }) => id === effect.position) as Position;
  const checkpoint = await readCheckpoint(house, run.id, effect.checkpoint);
  const moment = { graph: run.graph, state: run.state, at: house.clock.at(), mostItems: house.env.limits.items };
  return decideWith(house, run, (values) => decideNode({ ...moment, values }, position, checkpoint?.state ?? null));
}

type Step = { hasMore: boolean; calls: CallEffect[] };

/**
 * Steps that only decide share a commit: until it is durable nobody has seen them, and after a crash they are decided anew.
 * So few decisions, in so many milliseconds, that pausing, cancelling and the pages do not wait; but what an answer or a
 * result leads to at once is written with it, however long that takes.
 */
const mostUnseen = { decisions: 32, milliseconds: 2, atOnce: 8 };

/**
 * Records what follows from the state, each claim of work durable before anything else happens, then starts work. After a
 * commit the run is let go when others want it, as whoever pauses or cancels it does, or when work may have ended meanwhile.
 */
async function step(house: Console, run: LiveRun, isWanted: () => boolean): Promise<Step> {
  const { concurrency } = run.graph;
  if (concurrency && run.state.started_at === null && !(await takeSlot(house, run, concurrency.limit))) {
    return { hasMore: false, calls: [] };
  }
  const executions = executionsOf(house, run.id);
  const { worker } = house;
  const taken = new Set<string>();
  const isExecuting = (position: Position) => {
    const [key, holder] = [executionKey(position), position.worker ?? ''];
    return (executions.has(key) && !taken.has(key)) || (holder !== worker.id && worker.isAlive(holder));
  };
  const commit = async () => {
    await commitEvents(house, run);
    for (const key of taken) executions.delete(key);
    taken.clear();
  };
  draftEvents(house, run, interrupted(house, run, isExecuting));
  if (!isTerminal(run.state.status)) for (const key of await takeResults(house, run, executions)) taken.add(key);
  if ([...executions].some(([key, { stopped }]) => stopped !== null && !taken.has(key))) {
    await commit();
    return { hasMore: false, calls: [] };
  }
  let since = performance.now();
  let begun = 0;
  for (let decisions = 1; ; decisions++) {
    // Asked anew after every commit: a stopping console keeps what has happened and begins nothing.
    const isStopped = house.queue.isStopped();
    if (!isStopped && !isTerminal(run.state.status)) draftEvents(house, run, endOverLimit(house, run));
    const at = house.clock.at();
    const date = house.clock.dateAt();
    const decide = (values: Values) =>
      nextEffects(run.graph, run.state, at, isExecuting, date, values, house.env.limits.items);
    const decided = isStopped ? [] : decideWith(house, run, decide);
    // Without a pause when nothing had to be loaded: steps that only decide run in one go.
    const effects = decided instanceof Promise ? await decided : decided;
    const [first] = effects;
    if (first?.kind === 'record') {
      const drafts = withWarnings(house, run.graph, held(house, first.drafts));
      const events = draftEvents(house, run, drafts instanceof Promise ? await drafts : drafts, undefined, at);
      const claimed = events.filter((event) => event.type === 'node_started');
      begun += claimed.length;
      const isBegun = claimed.length > 0 || decisions > mostUnseen.atOnce;
      const isWorkClaimed = claimed.some(({ node }) => node && isWork(run, node));
      const mayShare = !isWorkClaimed && begun < house.sharing.steps && decisions < mostUnseen.decisions;
      if (mayShare && !(isBegun && performance.now() - since >= mostUnseen.milliseconds)) continue;
      await commit();
      since = performance.now();
      begun = 0;
      decisions = 0;
      if (!isWorkClaimed && executions.size === 0 && !isWanted()) continue;
      if (!house.queue.isStopped()) beginClaimed(house, run, claimed, executions);
      // What is claimed must begin before anybody else looks, or it would seem interrupted.
      if (interrupted(house, run, isExecuting).length === 0) return { hasMore: true, calls: [] };
      continue;
    }
    await commit();
    if (first?.kind === 'restore') {
      draftEvents(house, run, await restored(house, run, first));
      continue;
    }
    for (const effect of effects) {
      if (house.queue.isStopped()) break;
      if (effect.kind === 'execute' && !executions.has(executionKey(effect)))
        executions.set(
          executionKey(effect),
          beginAttempt(house, run, effect, effect.fields ?? (await claimedFields(house, run.id, effect))),
        );
    }
    stopCutOff(run, executions);
    return { hasMore: false, calls: effects.filter((effect) => effect.kind === 'call') };
  }
}

/**
 * Records what came from outside together with what follows from it: an answer and the claim it leads to are one commit.
 * When there is no room to work, what follows waits for its turn.
 */
export async function recordAndGoOn(house: Console, run: LiveRun, drafts: Draft[], actor: Actor): Promise<RunEvent[]> {
  const since = run.durableSeq;
  const recorded = draftEvents(house, run, drafts, actor);
  try {
    if (!house.queue.hasRoom() || isTerminal(run.state.status)) await commitEvents(house, run);
    else await step(house, run, () => true);
  } catch (error) {
    // Recorded, and already led on by somebody else.
    if (!isStale(error) || run.durableSeq === since) throw error;
  }
  return recorded;
}

/** Somebody else has led the run on meanwhile: then it is looked at again as it is now. */
async function stepOf(house: Console, run: LiveRun, isWanted: () => boolean): Promise<Step> {
  const since = run.durableSeq;
  try {
    return isTerminal(run.state.status) ? { hasMore: false, calls: [] } : await step(house, run, isWanted);
  } catch (error) {
    if (!isStale(error) || run.durableSeq === since) throw error;
    return { hasMore: true, calls: [] };
  }
}

/** Nothing that an ended run has started works on, but for what is declared to. */
async function letGo(house: Console, { run, workflow }: RunState): Promise<void> {
  await Promise.all([abortExecutions(house, run), closeServers(house, run)]);
  house.pointing.delete(run);
  if (!house.spawned.delete(run)) return;
  const watched = [...house.background.values()].filter(({ record }) => record.run === run);
  const declared = new Set(watched.map(({ record }) => record.exec_id));
  await endLeftoverProcesses(house, runDirectory(house.env.dataDirectory, workflow, run), declared);
}

export async function advanceRun(house: Console, runId: string): Promise<void> {
  for (;;) {
    const look = async (run: LiveRun, isWanted: () => boolean) => {
      const isInLine = run.graph.concurrency !== null || run.graph === unreadGraph;
      return { ...(await stepOf(house, run, isWanted)), state: run.state, isInLine };
    };
    const { state, hasMore, calls, isInLine } = await withRun(house, runId, look, ({ status }) => isTerminal(status));
    if (hasMore) continue;
    for (const effect of calls) await ensureCalled(house, state, effect);
    const isOver = isTerminal(state.status);
    const executions = executionsOf(house, runId);
    if (isOver || executions.size === 0) {
      if (isOver) await house.queue.outside(() => letGo(house, state));
      if (isOver && state.called_by) await tellCaller(house, runId);
      // A run that leaves the line, for good or while it is paused before its turn, makes room for the next.
      if (isInLine && (isOver || state.paused)) await callNext(house, await house.store.readRun(runId));
      forgetExecutions(house, runId);
      return;
    }
    await house.queue.asked(
      runId,
      [...executions.values()].map(({ ended }) => ended),
    );
  }
}
