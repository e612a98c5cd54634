// Begins the work of attempts: with exactly what their claims say, and with the servers of their run. What an attempt tells
// while it works is recorded as it comes.
import type { Console, Needs } from '../../console/console.ts';
import { type NextStep, positionKey, visitKeys } from '../../engine/decide/decision-input.ts';
import type { EventOf } from '../../engine/events.ts';
import { scopeAt } from '../../engine/scope.ts';
import { isTerminal, type Position } from '../../engine/state.ts';
import { doesWork } from '../../nodes/contract/define-node.ts';
import { failure } from '../../nodes/contract/outcome.ts';
import { definitionOf } from '../../nodes/index.ts';
import { wholeValue } from '../../nodes/parts/large-value.ts';
import { nodeOf, type ServerSpec } from '../../workflow/graph.ts';
import { renderValue } from '../../workflow/template.ts';
import type { Collected } from './attempt-trace.ts';
import { executeNode } from './execute-node.ts';
import { type Execution, executionKey } from './executions.ts';
import { type LiveRun, withRun } from './live-run.ts';
import { commitEvents, draftEvents } from './record-events.ts';
import { valuesNow } from './run-values.ts';
import type { ServerOfRun } from './server-start.ts';

type Execute = Extract<NextStep, { kind: 'execute' }>;

export function draftCollected(house: Needs<'clock' | 'signer'>, run: LiveRun, { drafts, artifacts }: Collected): void {
  const events = draftEvents(house, run, drafts);
  for (const artifact of artifacts) {
    const announced = events.find((event) => event.type === 'artifact_saved' && event.data.id === artifact.id);
    run.artifacts.push({ ...artifact, seq: announced?.seq ?? run.state.seq });
  }
}

async function flush(house: Console, runId: string, collected: Collected): Promise<void> {
  await withRun(house, runId, async (run) => {
    if (isTerminal(run.state.status)) return;
    draftCollected(house, run, collected);
    await commitEvents(house, run);
  });
}

export function isWork({ graph }: LiveRun, id: string): boolean {
  const { type, fields } = nodeOf(graph, id);
  return doesWork(definitionOf(type), fields);
}

/** Stopped before its turn: it has told nothing, and what it came to does not count. */
const neverBegun: Execution['done'] = {
  outcome: failure('aborted', 'it was stopped before it began'),
  collected: { drafts: [], artifacts: [] },
};

/** Durable before it acts: an attempt that was cut off in line has done nothing, and nobody need be asked about it. */
async function tellTurn(house: Console, runId: string, effect: Execute): Promise<void> {
  await withRun(house, runId, async (run) => {
    const position = run.state.active.find(({ id }) => id === effect.position);
    if (!position?.in_line || executionKey(position) !== executionKey(effect)) return;
    draftEvents(house, run, [{ type: 'slot_taken', ...visitKeys(position), data: positionKey(position) }]);
    await commitEvents(house, run);
  });
}

export function beginAttempt(
  house: Console,
  run: LiveRun,
  effect: Execute,
  fields: Record<string, unknown>,
): Execution {
  const controller = new AbortController();
  const { graph, state, secrets, id: runId } = run;
  const position = state.active.find(({ id }) => id === effect.position) ?? null;
  const server = (name: string): ServerOfRun => {
    const written = graph.servers.find((one) => one.id === name);
    if (!written) throw new Error(`there is no server "${name}"`);
    const values = valuesNow(house, state);
    const scope = scopeAt(graph, state, position, {}, values);
    const rendered = renderValue(written, scope, { missing: graph.missing, values });
    return { state, secrets, written, rendered: wholeValue(rendered, values) as ServerSpec };
  };
  const execution: Execution = {
    position: effect.position,
    controller,
    done: null,
    stopped: null,
    ended: Promise.resolve(),
  };
  const { signal } = controller;
  const work = async () => {
    const release = await house.slots.take(signal);
    try {
      if (position?.in_line) await tellTurn(house, runId, effect);
      const attempt = { runId, graph, state, effect: { ...effect, fields }, server, secrets, signal };
      return await executeNode(house, { ...attempt, flush: (collected) => flush(house, runId, collected) });
    } finally {
      release();
    }
  };
  execution.ended = work().then(
    (done) => {
      execution.done = done;
    },
    (error) => {
      execution.done = signal.aborted ? neverBegun : { error };
    },
  );
  return execution;
}

const pageSize = 1000;

/** What the attempt was begun with, before it was suspended. */
export async function claimedFields(
  house: Needs<'store'>,
  runId: string,
  effect: Execute,
): Promise<Record<string, unknown>> {
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
export function beginClaimed(
  house: Console,
  run: LiveRun,
  claimed: EventOf<'node_started'>[],
  executions: Map<string, Execution>,
): void {
  for (const { node, visit, attempt, data } of claimed) {
    const isClaimed = (one: Position) =>
      one.node === node && one.visit === visit && one.attempt === attempt && one.phase === 'running';
    const position = run.state.active.find(isClaimed);
    if (!position || data.input === undefined || !isWork(run, position.node)) continue;
    const fields = data.input as Record<string, unknown>;
    const place = { position: position.id, ...visitKeys(position) };
    const effect: Execute = { kind: 'execute', ...place, fields, resumed: null };
    executions.set(executionKey(place), beginAttempt(house, run, effect, fields));
  }
}
