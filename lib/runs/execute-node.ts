// Runs one attempt of a working node: gives it the world as its context, holds it to its timeout, keeps what it produced.
// Every way it can end is an outcome; nothing here decides what comes next.
import { randomBytes } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { toNodeError } from '../clients/client-failure.ts';
import { collectArtifacts, collectDropped } from '../clients/collect-artifacts.ts';
import { type AttemptDirectories, attemptDirectory } from '../clients/files.ts';
import { callTool } from '../clients/mcp.ts';
import { runCommand } from '../clients/shell.ts';
import { writeArtifact } from '../clients/write-artifact.ts';
import { currentEnv } from '../current-env.ts';
import type { Draft } from '../engine/events.ts';
import type { Effect } from '../engine/moment.ts';
import type { RunState } from '../engine/state.ts';
import { AppError } from '../errors.ts';
import { type ArtifactInput, type ArtifactRef, failure, type NodeContext, type Outcome } from '../nodes/define-node.ts';
import { definitionOf } from '../nodes/index.ts';
import { type Graph, type GraphNode, nodeOf, type ServerSpec } from '../workflow/graph.ts';
import { type Collected, createAttemptTrace } from './attempt-trace.ts';

export type Attempt = {
  runId: string;
  graph: Graph;
  state: RunState;
  effect: Extract<Effect, { kind: 'execute' }>;
  /** The servers this attempt may use, rendered. */
  server: (id: string) => ServerSpec;
  signal: AbortSignal;
  flush: (collected: Collected) => Promise<void>;
};

const largestResult = 64 * 1024;
const largestField = 16_000;
const mostFields = 100;

type Saver = (input: ArtifactInput & { within?: string }, log?: boolean) => Promise<ArtifactRef>;

/** What a node returns must fit into an event; more than that becomes an artifact with a preview. */
async function fitting(result: unknown, node: string, save: Saver): Promise<unknown> {
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
    const { files } = await collectArtifacts(workspace, [glob]);
    if (files.length === 0) warn(`${node.name} left no file that matches "${glob}"`);
  }
  for (const found of [await collectArtifacts(workspace, node.artifacts), await collectDropped(place.dropped)]) {
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

export async function executeNode(attempt: Attempt): Promise<{ outcome: Outcome; collected: Collected }> {
  const { runId, effect, graph, state } = attempt;
  const node = nodeOf(graph, effect.node);
  const keys = { node: node.id, visit: effect.visit, attempt: effect.attempt };
  const data = currentEnv().dataDirectory;
  const place = attemptDirectory(data, { workflow: state.workflow, runId, ...keys });
  const trace = createAttemptTrace(keys, attempt.flush);
  const timeout = node.timeout === null ? null : AbortSignal.timeout(node.timeout);
  const signal = timeout ? AbortSignal.any([attempt.signal, timeout]) : attempt.signal;
  const keepsDetail = node.trace === 'full';

  const save: Saver = async (input, log = false) => {
    const source =
      input.file === undefined
        ? { bytes: input.bytes ?? '' }
        : { file: input.file, within: input.within ?? state.workspace };
    const written = await writeArtifact({ directory: place.artifacts, name: input.name, ...source });
    const { name, type, size, sha256 } = written;
    const saved = { id: `a${randomBytes(8).toString('hex')}`, name, type, size, sha256 };
    const draft: Draft = { type: 'artifact_saved', ...keys, data: { ...saved, ...(log ? { log } : {}) } };
    trace.addArtifact(draft, { ...saved, run: runId, ...keys, file: relative(data, written.file) });
    return saved;
  };
  const warn = (message: string) => trace.add({ type: 'warning', ...keys, data: { code: 'artifacts', message } });

  const ctx: NodeContext = {
    runId,
    nodeId: node.id,
    visit: effect.visit,
    attempt: effect.attempt,
    signal,
    workspace: state.workspace,
    artifactsDirectory: place.dropped,
    output: (stream, text) => {
      if (keepsDetail) trace.output(stream, text);
    },
    trace: (type, detail) => {
      if (keepsDetail || type === 'warning') trace.add({ type, ...keys, data: detail } as Draft);
    },
    saveArtifact: (input) => save(input),
    runCommand: (command) =>
      runCommand(command, {
        workspace: state.workspace,
        artifactsDirectory: place.dropped,
        outputFiles: place.outputFiles,
        signal,
        onOutput: (stream, text) => ctx.output(stream, text),
      }),
    callTool: async (server, tool, args) => {
      ctx.trace('tool_call', { server, tool, arguments: args });
      const began = performance.now();
      const answer = await callTool(runId, attempt.server(server), tool, args, {
        signal,
        workspace: state.workspace,
        ...(node.timeout === null ? {} : { timeout: node.timeout }),
        onProgress: ({ message, ratio }) => ctx.trace('progress', { message, ratio }),
      });
      const text = answer.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      const images = answer.content.filter((part) => part.type === 'image').length;
      const ms = Math.round(performance.now() - began);
      ctx.trace('tool_result', { server, tool, text: text.slice(0, 8192), images, is_error: answer.isError, ms });
      return answer;
    },
  };

  let outcome: Outcome;
  try {
    await mkdir(state.workspace, { recursive: true });
    await mkdir(place.dropped, { recursive: true });
    outcome =
      (await definitionOf(node.type)?.execute?.(effect.fields, ctx)) ?? failure('no_work', `${node.type} does no work`);
    if (timeout?.aborted) outcome = outcomeOf(null, node, true);
    await collect(node, state.workspace, place, save, warn);
    await keepLogs(place, save);
    if (outcome.ok) outcome = { ok: true, result: await fitting(outcome.result, node.id, save) };
  } catch (error) {
    await keepLogs(place, save).catch(() => {});
    outcome = outcomeOf(error, node, timeout?.aborted === true && !attempt.signal.aborted);
  }
  // Settling ends early when the attempt is stopped; what it did stays done.
  if (outcome.ok && node.settle > 0) await delay(node.settle, undefined, { signal }).catch(() => {});
  return { outcome, collected: await trace.end() };
}
