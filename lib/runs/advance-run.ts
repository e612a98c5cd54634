// Drives a run until it needs nothing more from this process: it has ended, or only waits. Resuming after a gate, after a
// crash and after a restart all come through here: read the state, ask what is next, record it, act on it.

import { closeServers } from '../clients/mcp.ts';
import type { Draft } from '../engine/events.ts';
import { finishAttempt } from '../engine/finish-attempt.ts';
import { nextEffects } from '../engine/interpreter.ts';
import type { Effect } from '../engine/moment.ts';
import { scopeAt } from '../engine/scope.ts';
import { isTerminal, type Position } from '../engine/state.ts';
import { definitionOf } from '../nodes/index.ts';
import { currentQueue } from '../queue/queue.ts';
import { nodeOf, type ServerSpec } from '../workflow/graph.ts';
import { renderValue } from '../workflow/template.ts';
import type { Collected } from './attempt-trace.ts';
import { type CallEffect, ensureCalled, tellCaller } from './call-run.ts';
import { executeNode } from './execute-node.ts';
import { abortExecutions, type Execution, executionKey, executionsOf, forgetExecutions } from './executions.ts';
import { type LiveRun, withRun } from './live-run.ts';
import { commitEvents, draftEvents } from './record-events.ts';

function draftCollected(run: LiveRun, { drafts, artifacts }: Collected): void {
  const events = draftEvents(run, drafts);
  for (const artifact of artifacts) {
    const announced = events.find((event) => event.type === 'artifact_saved' && event.data.id === artifact.id);
    run.artifacts.push({ ...artifact, seq: announced?.seq ?? run.state.seq });
  }
}

async function flush(runId: string, collected: Collected): Promise<void> {
  await withRun(runId, async (run) => {
    if (isTerminal(run.state.status)) return;
    draftCollected(run, collected);
    await commitEvents(run);
  });
}

/** An attempt that says "running" with nobody working on it was cut off when the process died. */
function interrupted(run: LiveRun, executions: Map<string, Execution>): Draft[] {
  const isOrphan = (position: Position) =>
    position.phase === 'running' &&
    definitionOf(nodeOf(run.graph, position.node).type)?.execute !== undefined &&
    !executions.has(executionKey(position));
  return run.state.active.filter(isOrphan).map(({ id, node, visit, attempt }) => ({
    type: 'node_interrupted' as const,
    node,
    visit,
    attempt,
    data: { ...(id === 'main' ? {} : { position: id }), reason: 'the console stopped while this attempt was running' },
  }));
}

/** Results of attempts that ended since the last look. */
function takeResults(run: LiveRun, executions: Map<string, Execution>): void {
  for (const [key, { done, position: id }] of executions) {
    if (!done) continue;
    executions.delete(key);
    if ('error' in done) throw done.error;
    const at = new Date().toISOString();
    draftCollected(run, done.collected);
    const position = run.state.active.find((one) => one.id === id);
    if (position && executionKey(position) === key) {
      draftEvents(run, finishAttempt({ graph: run.graph, state: run.state, at }, position, done.outcome));
    }
  }
}

function begin(run: LiveRun, effect: Extract<Effect, { kind: 'execute' }>): Execution {
  const controller = new AbortController();
  const { graph, state, id: runId } = run;
  const position = state.active.find(({ id }) => id === effect.position) ?? null;
  const server = (name: string): ServerSpec => {
    const spec = graph.servers.find((one) => one.id === name);
    if (!spec) throw new Error(`there is no server "${name}"`);
    return renderValue(spec, scopeAt(graph, state, position)) as ServerSpec;
  };
  const execution: Execution = { position: effect.position, controller, done: null, ended: Promise.resolve() };
  execution.ended = executeNode({
    runId,
    graph,
    state,
    effect,
    server,
    signal: controller.signal,
    flush: (collected) => flush(runId, collected),
  }).then(
    (done) => void (execution.done = done),
    (error) => void (execution.done = { error }),
  );
  return execution;
}

/** Work whose position is gone (its branch was cut off, the run has ended) is stopped; nobody waits for its result. */
function stopCutOff(run: LiveRun, executions: Map<string, Execution>): void {
  const wanted = new Set(run.state.active.map(executionKey));
  for (const [key, { controller }] of executions) if (!wanted.has(key)) controller.abort();
}

/** Records everything that follows from the state, each claim durable before anything else happens, then starts work. */
async function step(run: LiveRun): Promise<CallEffect[]> {
  const executions = executionsOf(run.id);
  draftEvents(run, interrupted(run, executions));
  if (!isTerminal(run.state.status)) takeResults(run, executions);
  for (;;) {
    const effects = nextEffects(run.graph, run.state, new Date().toISOString());
    const [first] = effects;
    if (first?.kind === 'record') {
      draftEvents(run, first.drafts);
      if (first.drafts.some(({ type }) => type === 'node_started')) await commitEvents(run);
      continue;
    }
    await commitEvents(run);
    for (const effect of effects) {
      if (effect.kind === 'execute' && !executions.has(executionKey(effect)))
        executions.set(executionKey(effect), begin(run, effect));
    }
    stopCutOff(run, executions);
    return effects.filter((effect) => effect.kind === 'call');
  }
}

export async function advanceRun(runId: string): Promise<void> {
  for (;;) {
    const { state, calls } = await withRun(runId, async (run) => {
      const calls = isTerminal(run.state.status) ? [] : await step(run);
      return { state: run.state, calls };
    });
    for (const effect of calls) await ensureCalled(state, effect);
    const isOver = isTerminal(state.status);
    const executions = executionsOf(runId);
    if (isOver || executions.size === 0) {
      if (isOver) await Promise.all([abortExecutions(runId), closeServers(runId)]);
      if (isOver && state.called_by) await tellCaller(runId);
      forgetExecutions(runId);
      return;
    }
    await Promise.race([...[...executions.values()].map(({ ended }) => ended), currentQueue().asked(runId)]);
  }
}
