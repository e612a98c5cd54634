// Drives a run until it needs nothing more from this process: it has ended, or only waits. Resuming after a gate, after a
// crash and after a restart all come through here: read the state, ask what is next, record it, act on it.

import { closeServers } from '../../clients/mcp/mcp.ts';
import type { Console, Needs } from '../../console/console.ts';
import { decideNode } from '../../engine/decide/decide-node.ts';
import { type NextStep, positionKey, visitKeys } from '../../engine/decide/decision-input.ts';
import type { CheckpointCopy } from '../../engine/decide/draft-side-results.ts';
import { finishAttempt } from '../../engine/decide/finish-attempt.ts';
import { nextEffects } from '../../engine/decide/interpreter.ts';
import type { Draft, EventOf } from '../../engine/events.ts';
import { scopeAt } from '../../engine/scope.ts';
import { isTerminal, type Position } from '../../engine/state.ts';
import { doesWork } from '../../nodes/contract/define-node.ts';
import { definitionOf } from '../../nodes/index.ts';
import { nodeOf, type ServerSpec } from '../../workflow/graph.ts';
import { renderValue } from '../../workflow/template.ts';
import { callNext, takeSlot } from './admission.ts';
import type { Collected } from './attempt-trace.ts';
import { type CallEffect, ensureCalled, tellCaller } from './call-run.ts';
import { executeNode } from './execute-node.ts';
import { abortExecutions, type Execution, executionKey, executionsOf, forgetExecutions } from './executions.ts';
import { type LiveRun, withRun } from './live-run.ts';
import { commitEvents, draftEvents } from './record-events.ts';

type Execute = Extract<NextStep, { kind: 'execute' }>;

function draftCollected(run: LiveRun, { drafts, artifacts }: Collected): void {
  const events = draftEvents(run, drafts);
  for (const artifact of artifacts) {
    const announced = events.find((event) => event.type === 'artifact_saved' && event.data.id === artifact.id);
    run.artifacts.push({ ...artifact, seq: announced?.seq ?? run.state.seq });
  }
}

async function flush(house: Console, runId: string, collected: Collected): Promise<void> {
  await withRun(house, runId, async (run) => {
    if (isTerminal(run.state.status)) return;
    draftCollected(run, collected);
    await commitEvents(house, run);
  });
}

/** An attempt that says "running" with nobody working on it was cut off when the process died. */
function interrupted(run: LiveRun, executions: Map<string, Execution>): Draft[] {
  const isOrphan = (position: Position) =>
    position.phase === 'running' && isWork(run, position) && !executions.has(executionKey(position));
  return run.state.active
    .filter(isOrphan)
    .map((position) => interruptedAt(position, 'the console stopped while this attempt was running'));
}

function isWork({ graph }: LiveRun, { node: id }: Position): boolean {
  const { type, fields } = nodeOf(graph, id);
  return doesWork(definitionOf(type), fields);
}

function interruptedAt(position: Position, reason: string): Draft {
  return { type: 'node_interrupted', ...visitKeys(position), data: { ...positionKey(position), reason } };
}

/**
 * Results of attempts that ended since the last look. Being stopped is no result: an attempt that the stopping console cut
 * off keeps what it has told, and the next start finds it interrupted.
 */
function takeResults(run: LiveRun, executions: Map<string, Execution>): void {
  for (const [key, { done, stopped, position: id, controller }] of executions) {
    if (!done) continue;
    executions.delete(key);
    if ('error' in done) throw done.error;
    const at = new Date().toISOString();
    draftCollected(run, done.collected);
    const position = run.state.active.find((one) => one.id === id);
    if (!position || executionKey(position) !== key) continue;
    if (stopped !== null) draftEvents(run, [interruptedAt(position, stopped)]);
    else if (!controller.signal.aborted)
      draftEvents(run, finishAttempt({ graph: run.graph, state: run.state, at }, position, done.outcome));
  }
}

function begin(house: Console, run: LiveRun, effect: Execute, fields: Record<string, unknown>): Execution {
  const controller = new AbortController();
  const { graph, state, secrets, id: runId } = run;
  const position = state.active.find(({ id }) => id === effect.position) ?? null;
  const server = (name: string): ServerSpec => {
    const spec = graph.servers.find((one) => one.id === name);
    if (!spec) throw new Error(`there is no server "${name}"`);
    return secrets.reveal(renderValue(spec, scopeAt(graph, state, position)) as ServerSpec);
  };
  const execution: Execution = {
    position: effect.position,
    controller,
    done: null,
    stopped: null,
    ended: Promise.resolve(),
  };
  execution.ended = executeNode(house, {
    runId,
    graph,
    state,
    effect: { ...effect, fields },
    server,
    secrets,
    signal: controller.signal,
    flush: (collected) => flush(house, runId, collected),
  }).then(
    (done) => {
      execution.done = done;
    },
    (error) => {
      execution.done = { error };
    },
  );
  return execution;
}

const pageSize = 1000;

/** What the attempt was begun with, before it was suspended. */
async function claimedFields(house: Needs<'store'>, runId: string, effect: Execute): Promise<Record<string, unknown>> {
  const key = executionKey(effect);
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = { before, limit: pageSize, newest: true, types: ['node_started' as const] };
    const events = (await house.store.readEvents(runId, page)) as EventOf<'node_started'>[];
    const isClaim = ({ node = '', visit = 0, attempt = 0, data }: EventOf<'node_started'>) =>
      data.input !== undefined && executionKey({ node, visit, attempt }) === key;
    const claim = events.findLast(isClaim);
    if (claim) return claim.data.input as Record<string, unknown>;
    if (events.length < pageSize) throw new Error(`there is no claim of attempt ${key}`);
    before = events[0]?.seq ?? 0;
  }
}

/** Works with exactly what the claim says, though the run's data may change before anybody looks again. */
function beginClaimed(
  house: Console,
  run: LiveRun,
  claimed: EventOf<'node_started'>[],
  executions: Map<string, Execution>,
): void {
  for (const { node, visit, attempt, data } of claimed) {
    const isClaimed = (one: Position) =>
      one.node === node && one.visit === visit && one.attempt === attempt && one.phase === 'running';
    const position = run.state.active.find(isClaimed);
    if (!position || data.input === undefined || !isWork(run, position)) continue;
    const fields = data.input as Record<string, unknown>;
    const place = { position: position.id, ...visitKeys(position) };
    const effect: Execute = { kind: 'execute', ...place, fields, resumed: null };
    executions.set(executionKey(place), begin(house, run, effect, fields));
  }
}

/** Work whose position is gone (its branch was cut off, the run has ended) is stopped; nobody waits for its result. */
function stopCutOff(run: LiveRun, executions: Map<string, Execution>): void {
  const wanted = new Set(run.state.active.map(executionKey));
  for (const [key, { controller }] of executions) if (!wanted.has(key)) controller.abort();
}

/** A node that goes back to a checkpoint decides with the copy, read once all before it is durable. */
async function restored(
  house: Needs<'store'>,
  run: LiveRun,
  effect: Extract<NextStep, { kind: 'restore' }>,
): Promise<Draft[]> {
  const position = run.state.active.find(({ id }) => id === effect.position) as Position;
  const checkpoint = await house.store.readCheckpoint(run.id, effect.checkpoint);
  const moment = { graph: run.graph, state: run.state, at: new Date().toISOString() };
  return decideNode(moment, position, checkpoint?.state as CheckpointCopy | null);
}

type Step = { hasMore: boolean; calls: CallEffect[] };

/**
 * Records what follows from the state, each claim durable before anything else happens, then starts work. The run is let
 * go after each durable step, so that whoever wants to pause or cancel it gets a turn.
 */
async function step(house: Console, run: LiveRun): Promise<Step> {
  const { concurrency } = run.graph;
  if (concurrency && run.state.started_at === null && !(await takeSlot(house, run, concurrency.limit))) {
    return { hasMore: false, calls: [] };
  }
  const executions = executionsOf(house, run.id);
  draftEvents(run, interrupted(run, executions));
  if (!isTerminal(run.state.status)) takeResults(run, executions);
  if ([...executions.values()].some(({ stopped }) => stopped !== null)) {
    await commitEvents(house, run);
    return { hasMore: false, calls: [] };
  }
  for (;;) {
    // Asked anew after every commit: a stopping console keeps what has happened and begins nothing.
    const isStopped = house.queue.isStopped();
    const isExecuting = (position: Position) => executions.has(executionKey(position));
    const effects = isStopped ? [] : nextEffects(run.graph, run.state, new Date().toISOString(), isExecuting);
    const [first] = effects;
    if (first?.kind === 'record') {
      const claimed = draftEvents(run, first.drafts).filter((event) => event.type === 'node_started');
      if (claimed.length === 0) continue;
      await commitEvents(house, run);
      if (!house.queue.isStopped()) beginClaimed(house, run, claimed, executions);
      // What is claimed must begin before anybody else looks, or it would seem interrupted.
      if (interrupted(run, executions).length === 0) return { hasMore: true, calls: [] };
      continue;
    }
    await commitEvents(house, run);
    if (first?.kind === 'restore') {
      draftEvents(run, await restored(house, run, first));
      continue;
    }
    for (const effect of effects) {
      if (house.queue.isStopped()) break;
      if (effect.kind === 'execute' && !executions.has(executionKey(effect)))
        executions.set(
          executionKey(effect),
          begin(house, run, effect, effect.fields ?? (await claimedFields(house, run.id, effect))),
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
export async function recordAndGoOn(house: Console, run: LiveRun, drafts: Draft[]): Promise<void> {
  draftEvents(run, drafts);
  if (house.queue.hasRoom() && !isTerminal(run.state.status)) await step(house, run);
  else await commitEvents(house, run);
}

export async function advanceRun(house: Console, runId: string): Promise<void> {
  for (;;) {
    const { state, hasMore, calls, isInLine } = await withRun(house, runId, async (run) => {
      const done = isTerminal(run.state.status) ? { hasMore: false, calls: [] } : await step(house, run);
      return { ...done, state: run.state, isInLine: run.graph.concurrency !== null };
    });
    if (hasMore) continue;
    for (const effect of calls) await ensureCalled(house, state, effect);
    const isOver = isTerminal(state.status);
    const executions = executionsOf(house, runId);
    if (isOver || executions.size === 0) {
      if (isOver) await Promise.all([abortExecutions(house, runId), closeServers(house, runId)]);
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
