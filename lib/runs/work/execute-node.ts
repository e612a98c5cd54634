// Runs one attempt of a working node: gives it the world as its context, holds it to its timeout, keeps what it produced.
// Every way it can end is an outcome; nothing here decides what comes next.

import { mkdir, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { collectArtifacts, collectDropped } from '../../clients/files/collect-artifacts.ts';
import { type AttemptDirectories, attemptDirectory } from '../../clients/files/files.ts';
import { whileScarce } from '../../clients/while-scarce.ts';
import type { Console } from '../../console/console.ts';
import type { NextStep } from '../../engine/decide/decision-input.ts';
import type { RunState } from '../../engine/state.ts';
import { AppError } from '../../errors.ts';
import { failure, type Outcome, type Suspended } from '../../nodes/contract/outcome.ts';
import { definitionOf } from '../../nodes/index.ts';
import { ClientFailure, toNodeError } from '../../nodes/parts/client-failure.ts';
import { isTooDeep } from '../../nodes/parts/is-too-deep.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import { type Graph, type GraphNode, nodeOf } from '../../workflow/graph.ts';
import { type Collected, createAttemptTrace } from './attempt-trace.ts';
import { type AttemptEvidence, judgeAttempt } from './judge-attempt.ts';
import { createNodeContext, createSaver, type Saver } from './node-context.ts';
import { prepareWorkspace } from './prepare-workspace.ts';
import { type ServerOfRun, startToAllow } from './server-start.ts';

export type Attempt = {
  runId: string;
  graph: Graph;
  state: RunState;
  effect: Extract<NextStep, { kind: 'execute' }> & { fields: Record<string, unknown> };
  /** The servers this attempt may use. */
  server: (id: string) => ServerOfRun;
  secrets: RunSecrets;
  signal: AbortSignal;
  flush: (collected: Collected) => Promise<void>;
};

const largestResult = 64 * 1024;
const largestField = 16_000;
const mostFields = 100;

/** What a node returns must fit into an event; more than that becomes an artifact with a preview. */
async function fitting(result: unknown, node: string, save: Saver): Promise<unknown> {
  if (isTooDeep(result)) throw new ClientFailure('result_too_deep', 'The result is nested too deeply to be kept');
  const text = JSON.stringify(result) ?? 'null';
  if (text.length <= largestResult) return JSON.parse(text);
  const { id, name } = await save({ name: `${node}-result.json`, bytes: text });
  return { ...shortened(result), truncated: true, artifact: { id, name } };
}

/** Large fields keep their beginning; the others stay as they are. */
function shortened(result: unknown): Record<string, unknown> {
  const cut = (value: unknown) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return text.length <= largestField ? value : text.slice(0, largestField);
  };
  const isGroup = result !== null && typeof result === 'object' && !Array.isArray(result);
  const fields = isGroup ? Object.entries(result).slice(0, mostFields) : [['preview', result] as const];
  return Object.fromEntries(fields.map(([name, value]) => [name, cut(value)]));
}

async function collect(
  node: GraphNode,
  workspace: string,
  place: AttemptDirectories,
  save: Saver,
  warn: (message: string) => void,
) {
  for (const glob of node.artifacts) {
    const { files } = await whileScarce(() => collectArtifacts(workspace, [glob]));
    if (files.length === 0) warn(`${node.name} left no file that matches "${glob}"`);
  }
  const named = await whileScarce(() => collectArtifacts(workspace, node.artifacts));
  for (const found of [named, await whileScarce(() => collectDropped(place.dropped))]) {
    if (found.isTruncated) warn(`${node.name} produced more than 200 artifacts; the first 200 are kept`);
    for (const file of found.files) await save(file);
  }
}

async function keepLogs(place: AttemptDirectories, save: Saver): Promise<void> {
  for (const stream of ['stdout', 'stderr'] as const) {
    const file = place.outputFiles[stream];
    const found = await stat(file).catch(() => null);
    if (found && found.size > 0) await save({ name: `${stream}.txt`, file, within: place.directory }, true);
  }
}

function outcomeOf(error: unknown, node: GraphNode, timedOut: boolean): Outcome {
  if (error instanceof AppError && error.code === 'storage_full') throw error;
  if (timedOut) return failure('timeout', `${node.name} did not finish within ${(node.timeout ?? 0) / 1000} s`);
  return { ok: false, error: toNodeError(error) };
}

/** What a node did to the run's data may hold markers: it was made from the run's data. */
function cleared(outcome: Outcome | Suspended, secrets: RunSecrets): Outcome | Suspended {
  const sideResults = 'sideResults' in outcome ? outcome.sideResults : undefined;
  return sideResults ? { ...secrets.clear(outcome), sideResults: secrets.redact(sideResults) } : secrets.clear(outcome);
}

/** Asked about before anything is done: what an attempt has begun it goes on with. */
async function serverToAllow(house: Console, { graph, effect, server }: Attempt): Promise<Suspended | null> {
  for (const id of definitionOf(nodeOf(graph, effect.node).type)?.servers?.(effect.fields) ?? []) {
    const start = await startToAllow(house, server(id));
    if (start) return { suspended: { reason: 'server', start } };
  }
  return null;
}

export type Executed = { outcome: Outcome | Suspended; collected: Collected };

export async function executeNode(house: Console, attempt: Attempt): Promise<Executed> {
  const { runId, effect, graph, state, secrets } = attempt;
  const node = nodeOf(graph, effect.node);
  const keys = { node: node.id, visit: effect.visit, attempt: effect.attempt };
  const data = house.env.dataDirectory;
  const place = attemptDirectory(data, { workflow: state.workflow, runId, ...keys });
  const trace = createAttemptTrace(keys, attempt.flush, attempt.secrets);
  const timeout = node.timeout === null ? null : AbortSignal.timeout(node.timeout);
  const signal = timeout ? AbortSignal.any([attempt.signal, timeout]) : attempt.signal;

  const evidence: AttemptEvidence = { tools: [], image: null };
  const parts = { runId, graph, state, node, effect, place, trace, signal, server: attempt.server, secrets, evidence };
  const save = createSaver(house, parts);
  const warn = (message: string) => trace.add({ type: 'warning', ...keys, data: { code: 'artifacts', message } });

  let outcome: Outcome | Suspended;
  try {
    // Before its report a command has saved nothing: what is there is of a reading that was cut off, and in no event.
    if (effect.resumed?.reason === 'callback') await rm(place.artifacts, { recursive: true, force: true });
    await mkdir(place.dropped, { recursive: true });
    const ctx = createNodeContext(house, parts, save);
    await prepareWorkspace(house, graph, state, ctx, secrets.reveal);
    const asking = await serverToAllow(house, attempt);
    if (asking) return { outcome: asking, collected: await trace.end() };
    outcome =
      (await definitionOf(node.type)?.execute?.(effect.fields, ctx)) ?? failure('no_work', `${node.type} does no work`);
    // Before anything is cut: half a secret is not found any more.
    outcome = cleared(outcome, secrets);
    if (timeout?.aborted) outcome = outcomeOf(null, node, true);
    if ('suspended' in outcome) return { outcome, collected: await trace.end() };
    await collect(node, state.workspace, place, save, warn);
    await keepLogs(place, save);
    // Settling ends early when the attempt is stopped; what it did stays done.
    if (outcome.ok && node.settle > 0) await delay(node.settle, undefined, { signal }).catch(() => {});
    if (outcome.ok) outcome = await judgeAttempt(node, ctx, outcome, evidence);
    if (outcome.ok) outcome = { ...outcome, result: await fitting(outcome.result, node.id, save) };
  } catch (error) {
    await keepLogs(place, save).catch(() => {});
    outcome = secrets.clear(outcomeOf(error, node, timeout?.aborted === true && !attempt.signal.aborted));
  }
  return { outcome, collected: await trace.end() };
}
