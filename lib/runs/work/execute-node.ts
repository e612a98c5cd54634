// Runs one attempt of a working node: gives it the world as its context, holds it to its timeout, keeps what it produced.
// Every way it can end is an outcome; nothing here decides what comes next.

import { mkdir, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { collectArtifacts, collectDropped } from '../../clients/files/collect-artifacts.ts';
import { type AttemptDirectories, attemptDirectory } from '../../clients/files/files.ts';
import { isNewerThan } from '../../clients/files/left-files.ts';
import { longestTimer } from '../../clients/process/time-limit.ts';
import { giveWorkspace } from '../../clients/process/wall/enter-room.ts';
import { whileScarce } from '../../clients/while-scarce.ts';
import type { Console } from '../../console/console.ts';
import type { NextStep } from '../../engine/decide/decision-input.ts';
import type { RunState } from '../../engine/state.ts';
import { AppError } from '../../errors.ts';
import type { ArtifactRef, NodeContext } from '../../nodes/contract/node-context.ts';
import { failure, type Outcome, type Suspended } from '../../nodes/contract/outcome.ts';
import { definitionOf } from '../../nodes/index.ts';
import { ClientFailure, isClientFailure, toNodeError } from '../../nodes/parts/client-failure.ts';
import { isTooDeep } from '../../nodes/parts/is-too-deep.ts';
import { isLongerThan, tooLargeWords, withoutHandles } from '../../nodes/parts/large-value.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import { type Graph, type GraphNode, nodeOf } from '../../workflow/graph.ts';
import { outsideToAllow, usesOutside } from '../walls/run-outside.ts';
import { type Collected, createAttemptTrace } from './attempt-trace.ts';
import { type AttemptEvidence, judgeAttempt } from './judge-attempt.ts';
import { createNodeContext, createSaver, type Saver } from './node-context.ts';
import { prepareWorkspace } from './prepare-workspace.ts';
import { loadFields, loadWhole } from './run-values.ts';
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

/** What a node gives is kept as plain data, whole; of what would be too much nothing is kept as if it were all. */
function plain(value: unknown, what: string, limit: number): unknown {
  if (isTooDeep(value)) throw new ClientFailure('result_too_deep', `${what} is nested too deeply to be kept`);
  const text = JSON.stringify(value) ?? 'null';
  const bytes = Buffer.byteLength(text);
  if (bytes <= limit) return JSON.parse(text);
  throw new ClientFailure('value_too_large', tooLargeWords(what, bytes, limit));
}

function withinLimit(outcome: Extract<Outcome, { ok: true }>, node: GraphNode, limit: number): Outcome {
  for (const { path, value } of outcome.sideResults?.changes ?? []) {
    if (isLongerThan(value, limit / 4)) plain(value, `"${path}"`, limit);
  }
  return { ...outcome, result: plain(outcome.result, `The result of ${node.name}`, limit) };
}

/** What the attempt has left for people, kept once, whoever asks first. */
function createKeeper(
  node: GraphNode,
  workspace: string,
  place: AttemptDirectories,
  save: Saver,
  warn: (message: string) => void,
): NodeContext['keepFiles'] {
  let isKept = false;
  return async (mentioned = []) => {
    const kept: ArtifactRef[] = [];
    if (isKept) return { kept, mentions: mentioned };
    isKept = true;
    for (const glob of node.artifacts) {
      const { files } = await whileScarce(() => collectArtifacts(workspace, [glob]));
      if (files.length === 0) warn(`${node.name} left no file that matches "${glob}"`);
    }
    const named = await whileScarce(() => collectArtifacts(workspace, node.artifacts));
    const isNamed = (path: string) => named.files.some(({ name }) => name === path);
    const mentions: string[] = [];
    for (const path of mentioned.filter((one) => !isNamed(one))) {
      if (await isNewerThan(workspace, path, place.dropped)) kept.push(await save({ name: path, file: path, path }));
      else mentions.push(path);
    }
    for (const file of named.files) kept.push(await save({ ...file, path: file.name }));
    const dropped = await whileScarce(() => collectDropped(place.dropped));
    for (const file of dropped.files) kept.push(await save(file));
    if (named.isTruncated || dropped.isTruncated)
      warn(`${node.name} produced more than 200 artifacts; the first 200 are kept`);
    return { kept, mentions };
  };
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
  const clear = withoutHandles(secrets.clear(outcome));
  return sideResults ? { ...clear, sideResults: withoutHandles(secrets.redact(sideResults)) } : clear;
}

/** Asked about before anything is done, the workspace included: what fetches it may use what was allowed. */
async function outsideQuestion(house: Console, { graph, state, effect }: Attempt): Promise<Suspended | null> {
  // What has reported was allowed when it began.
  if (effect.resumed?.reason === 'callback') return null;
  const node = { ...nodeOf(graph, effect.node), fields: effect.fields };
  const start = await outsideToAllow(house, { graph, state }, node);
  return start && { suspended: { reason: 'server', start } };
}

/** Once its files are there, which are part of what is asked about: what an attempt has begun it goes on with. */
async function serverQuestion(house: Console, { graph, effect, server }: Attempt): Promise<Suspended | null> {
  for (const id of definitionOf(nodeOf(graph, effect.node).type)?.servers?.(effect.fields) ?? []) {
    const start = await startToAllow(house, server(id));
    if (start) return { suspended: { reason: 'server', start } };
  }
  return null;
}

export type Executed = { outcome: Outcome | Suspended; collected: Collected };

/** Whoever acts has everything, also what its claim only names. */
async function wholeEffect(house: Console, { state, effect }: Attempt): Promise<Attempt['effect']> {
  const fields = await loadFields(house, state, effect.fields);
  return { ...effect, fields, resumed: await loadWhole(house, state, effect.resumed) };
}

export async function executeNode(house: Console, claimed: Attempt): Promise<Executed> {
  try {
    return await execute(house, { ...claimed, effect: await wholeEffect(house, claimed) });
  } catch (error) {
    if (!isClientFailure(error)) throw error;
    return { outcome: { ok: false, error: toNodeError(error) }, collected: { drafts: [], artifacts: [] } };
  }
}

async function execute(house: Console, attempt: Attempt): Promise<Executed> {
  const { runId, graph, state, secrets, effect } = attempt;
  const node = nodeOf(graph, effect.node);
  const keys = { node: node.id, visit: effect.visit, attempt: effect.attempt };
  const data = house.env.dataDirectory;
  const place = attemptDirectory(data, { workflow: state.workflow, runId, ...keys });
  const trace = createAttemptTrace(keys, attempt.flush, house.trouble.tell, attempt.secrets);
  const timeout = node.timeout === null ? null : AbortSignal.timeout(Math.min(node.timeout, longestTimer));
  const signal = timeout ? AbortSignal.any([attempt.signal, timeout]) : attempt.signal;

  const evidence: AttemptEvidence = { tools: [], image: null };
  const parts = { runId, graph, state, node, effect, place, trace, signal, server: attempt.server, secrets, evidence };
  const save = createSaver(house, parts);
  const warn = (message: string) => trace.add({ type: 'warning', ...keys, data: { code: 'artifacts', message } });

  let outcome: Outcome | Suspended;
  try {
    // Before its report a command has saved nothing: what is there is of a reading that was cut off, and in no event.
    if (effect.resumed?.reason === 'callback') await rm(place.artifacts, { recursive: true, force: true });
    await mkdir(place.directory, { recursive: true });
    const keepFiles = createKeeper(node, state.workspace, place, save, warn);
    const ctx = createNodeContext(house, { ...parts, keepFiles }, save);
    const outside = await outsideQuestion(house, attempt);
    if (outside) return { outcome: outside, collected: await trace.end() };
    await prepareWorkspace(house, graph, state, ctx, secrets.reveal);
    await giveWorkspace(house, state.workspace, usesOutside(graph));
    // Once the workspace is there: what is newer than this folder is the attempt's own.
    await mkdir(place.dropped, { recursive: true });
    const asking = await serverQuestion(house, attempt);
    if (asking) return { outcome: asking, collected: await trace.end() };
    outcome =
      (await definitionOf(node.type)?.execute?.(effect.fields, ctx)) ?? failure('no_work', `${node.type} does no work`);
    outcome = cleared(outcome, secrets);
    if (timeout?.aborted) outcome = outcomeOf(null, node, true);
    if ('suspended' in outcome) return { outcome, collected: await trace.end() };
    await keepFiles();
    await keepLogs(place, save);
    // Settling ends early when the attempt is stopped; what it did stays done.
    if (outcome.ok && node.settle > 0) await delay(node.settle, undefined, { signal }).catch(() => {});
    if (outcome.ok) outcome = await judgeAttempt(node, ctx, outcome, evidence);
    if (outcome.ok) outcome = withinLimit(outcome, node, house.env.limits.value);
  } catch (error) {
    await keepLogs(place, save).catch(() => {});
    outcome = secrets.clear(outcomeOf(error, node, timeout?.aborted === true && !attempt.signal.aborted));
  }
  return { outcome, collected: await trace.end() };
}
