// The world as one attempt sees it: each thing a node may do, tied to the run's workspace, the attempt's place, its trace
// and its end. Whatever a node reaches, it reaches through here.

import { randomBytes } from 'node:crypto';
import { join, relative } from 'node:path';
import type { FilePath } from '../../clients/files/byte-names.ts';
import { type AttemptDirectories, openArtifact, runDirectory } from '../../clients/files/files.ts';
import { leaveFile } from '../../clients/files/left-files.ts';
import { readNotebook, writeNotebook } from '../../clients/files/notebook.ts';
import { readPinned } from '../../clients/files/pinned-instructions.ts';
import { workspaceFiles } from '../../clients/files/workspace-files.ts';
import { writeArtifact } from '../../clients/files/write-artifact.ts';
import { fetchPage } from '../../clients/http/http.ts';
import { repositoryOptions } from '../../clients/http/repository-address.ts';
import { callTool, isReadOnlyTool, listTools } from '../../clients/mcp/mcp.ts';
import { callModel } from '../../clients/model/model.ts';
import { readBackground } from '../../clients/process/background.ts';
import { missingOutside } from '../../clients/process/outside-check.ts';
import { runCommand } from '../../clients/process/shell.ts';
import type { Console, Needs } from '../../console/console.ts';
import { decideContext } from '../../engine/decide/decide-context.ts';
import type { NextStep } from '../../engine/decide/decision-input.ts';
import { warnOnce } from '../../engine/decide/missing-warnings.ts';
import { overBudget } from '../../engine/decide/run-budget.ts';
import type { Draft } from '../../engine/events.ts';
import { nothingSpent, type RunState, type Spent } from '../../engine/state.ts';
import type { ActingContext, ArtifactInput, ArtifactRef, NodeContext } from '../../nodes/contract/node-context.ts';
import { newPointing } from '../../nodes/pointing/aim.ts';
import { type RunSecrets, withoutSecrets } from '../../secrets/run-secrets.ts';
import type { Graph, GraphNode } from '../../workflow/graph.ts';
import { roomOfNode, roomOfServer } from '../walls/run-outside.ts';
import type { createAttemptTrace } from './attempt-trace.ts';
import { type AttemptEvidence, rememberTool } from './judge-attempt.ts';
import { valuesNow } from './run-values.ts';
import { checkStart, type ServerOfRun } from './server-start.ts';
import { startWatched } from './watch-background.ts';

const longestToolText = 8192;

export type Saver = (
  input: Omit<ArtifactInput, 'file'> & { file?: FilePath; within?: string },
  log?: boolean,
) => Promise<ArtifactRef>;

export type ContextParts = {
  runId: string;
  graph: Graph;
  state: RunState;
  node: GraphNode;
  effect: Extract<NextStep, { kind: 'execute' }>;
  place: AttemptDirectories;
  trace: ReturnType<typeof createAttemptTrace>;
  signal: AbortSignal;
  server: (id: string) => ServerOfRun;
  evidence: AttemptEvidence;
  secrets: RunSecrets;
};
type OwnParts = ContextParts & Pick<NodeContext, 'keepFiles'>;

export function createSaver(
  house: Needs<'env'>,
  { runId, state, place, trace, effect, secrets, evidence }: ContextParts,
): Saver {
  const data = house.env.dataDirectory;
  const keys = { node: effect.node, visit: effect.visit, attempt: effect.attempt };
  return async (input, log = false) => {
    const source =
      input.file === undefined
        ? { bytes: input.bytes ?? '' }
        : { file: input.file, within: input.within ?? state.workspace };
    const redactor = secrets.byteRedactor();
    const written = await writeArtifact({
      directory: place.artifacts,
      name: secrets.clear(input.name),
      ...source,
      ...(redactor ? { change: (chunks) => withoutSecrets(chunks, redactor) } : {}),
    });
    const { name, type, size, sha256 } = written;
    const saved = { id: `a${randomBytes(8).toString('hex')}`, name, type, size, sha256 };
    const path = input.path === undefined ? {} : { path: secrets.clear(input.path) };
    const draft: Draft = { type: 'artifact_saved', ...keys, data: { ...saved, ...path, ...(log ? { log } : {}) } };
    if (type.startsWith('image/')) evidence.image = { type, file: written.file };
    trace.addArtifact(draft, { ...saved, run: runId, ...keys, file: relative(data, written.file) });
    return { ...saved, ...path };
  };
}

function toToolInfo({ name, description, inputSchema, annotations }: Awaited<ReturnType<typeof listTools>>[number]) {
  const read_only = annotations?.readOnlyHint === true;
  return { name, description: description ?? '', input_schema: inputSchema, read_only };
}

function pointingOf({ pointing }: Needs<'pointing'>, runId: string): NodeContext['pointing'] {
  const known = pointing.get(runId) ?? newPointing();
  pointing.set(runId, known);
  return known;
}

async function artifactBytes(
  house: Needs<'env' | 'store'>,
  runId: string,
  id: string,
): Promise<{ type: string; bytes: Uint8Array }> {
  const record = await house.store.readArtifact(runId, id);
  if (!record) throw new Error(`there is no artifact "${id}"`);
  const { stream } = await openArtifact(house.env.dataDirectory, record.file);
  return { type: record.type, bytes: Buffer.concat(await Array.fromAsync(stream)) };
}

export function createNodeContext(house: Console, parts: OwnParts, save: Saver): NodeContext {
  const { runId, graph, state, node, effect, place, trace, signal, server, secrets } = parts;
  const keys = { node: node.id, visit: effect.visit, attempt: effect.attempt };
  const keepsDetail = node.trace === 'full';
  const position = state.active.find(({ id }) => id === effect.position) ?? null;
  const { workspace } = state;
  const files = workspaceFiles(house, workspace);
  const room = roomOfNode(house, parts, { ...node, fields: effect.fields ?? {} });
  const outside = {
    workspace,
    signal,
    textRedactor: secrets.textRedactor,
    ...(node.timeout === null ? {} : { timeout: node.timeout }),
  };
  const spent: Spent = { ...(state.spent ?? nothingSpent) };
  const notes = join(place.directory, 'notebook.json');
  const commandOptions = {
    workspace,
    room,
    artifactsDirectory: place.dropped,
    outputFiles: place.outputFiles,
    signal,
    redactor: secrets.byteRedactor,
    onOutput: (stream: 'stdout' | 'stderr', text: string) => ctx.output(stream, text),
  };

  /** Where a text was cut, half a secret may stand at its end; a redactor keeps that back. */
  const withoutHalf = (text: string) => secrets.textRedactor()?.push(text) ?? text;
  const findRole = (name: string | null) => graph.roles.find(({ id }) => id === name) ?? null;

  const used = (id: string) => {
    const one = server(id);
    const room = roomOfServer(house, parts, one.written.outside);
    const mayStart = () => checkStart(house, one);
    return { spec: secrets.reveal(one.rendered), options: { ...outside, room, mayStart } };
  };

  /** What acts on the outside. `use` says what of the run's data is given away: values for markers, or nothing of either. */
  const acting = (use: <T>(value: T) => T): ActingContext => ({
    runCommand: (command) => {
      house.spawned.add(runId);
      return runCommand(house, use(command), commandOptions);
    },
    startBackground: (command) =>
      startWatched(house, use(command), { ...commandOptions, words: secrets.byteWords(), runId, ...keys }),
    callTool: async (id, tool, args) => {
      const { spec, options } = used(id);
      const read = await Promise.allSettled([isReadOnlyTool(house, runId, spec, tool, options)]);
      const isReadOnly = read[0].status === 'fulfilled' && read[0].value;
      ctx.trace('tool_call', { server: id, tool, arguments: args, ...(isReadOnly ? { read_only: true } : {}) });
      const began = performance.now();
      const tell = (text: string, images: number, is_error: boolean) => {
        const ms = Math.round(performance.now() - began);
        const told = { server: id, tool, text: text.slice(0, longestToolText), images, is_error, ms };
        ctx.trace('tool_result', told);
        return told;
      };
      try {
        if (read[0].status === 'rejected') throw read[0].reason;
        const answered = await callTool(house, runId, spec, tool, use(args), {
          ...options,
          onProgress: ({ message, ratio }) => ctx.trace('progress', { message, ratio }),
        });
        const answer = secrets.clear(answered);
        const text = answer.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
        const images = answer.content.filter((part) => part.type === 'image').length;
        rememberTool(parts.evidence, tell(text, images, answer.isError).text);
        return answer;
      } catch (error) {
        tell((error as Error).message, 0, true);
        throw error;
      }
    },
    files: {
      ...files,
      list: async (path) => secrets.clear(await files.list(path)),
      glob: async (pattern) => secrets.clear(await files.glob(pattern)),
      read: async (path) => secrets.clear(await files.read(path)),
      write: (path, content, options) => files.write(path, use(content), options),
      readConfig: async (path) => secrets.clear(await files.readConfig(path)),
      writeConfigEntry: (path, entry, value) => files.writeConfigEntry(path, entry, use(value)),
    },
    fetch: async (request) => secrets.clear(await fetchPage(house, use(request), { signal })),
  });

  const ctx: NodeContext = {
    ...acting(secrets.reveal),
    ofModel: acting(secrets.clear),
    runId,
    nodeId: node.id,
    visit: effect.visit,
    attempt: effect.attempt,
    signal,
    workspace,
    artifactsDirectory: place.dropped,
    output: (stream, text) => {
      if (keepsDetail) trace.output(stream, text);
    },
    trace: (type, detail) => {
      // Counted whether or not it is traced: a budget must not depend on how much detail is kept.
      const isCall = type === 'tool_call';
      if (isCall) spent.tool_calls += 1;
      if (!keepsDetail && !isCall && type !== 'warning') return;
      const data = isCall && !keepsDetail ? { ...detail, arguments: {} } : detail;
      trace.add({ type, ...keys, data } as Draft);
    },
    saveArtifact: (input) => save(input),
    readArtifact: (id) => artifactBytes(house, runId, id),
    leaveFile: (ending, text) =>
      leaveFile(workspace, files, { run: runId, ...keys }, ending, text ?? { file: place.outputFiles.stdout }),
    keepFiles: parts.keepFiles,
    readBackground: async () =>
      secrets.clear(
        await readBackground(place.outputFiles, {
          ...commandOptions,
          keptBytes: house.env.limits.value,
          limits: house.env.commandLimits,
        }),
      ),
    listTools: async (id) => {
      const { spec, options } = used(id);
      const tools = await listTools(house, runId, spec, options);
      return secrets.clear(tools.map(toToolInfo));
    },
    repositoryOptions: (source, isWritten) =>
      repositoryOptions(house, { source: secrets.reveal(source), isWritten, within: workspace }),
    callModel: async (request) => {
      // A model is told that there is a secret, and nothing that could ever be turned into it.
      const { reply, call } = await callModel(house, secrets.clear(request), {
        signal,
        onText: (text) => ctx.output('message', text),
      });
      const { prompt, text = '', messages, calls, whole, ...counted } = call;
      const shown = { ...call, text: text.length < reply.text.length ? withoutHalf(text) : text };
      trace.add({ type: 'model_call', ...keys, data: keepsDetail ? shown : counted });
      spent.tokens += call.input_tokens + call.output_tokens;
      spent.cost += call.cost ?? 0;
      return secrets.clear(reply);
    },
    missingOutside: (check) =>
      missingOutside(house, check, signal, {
        ...files,
        words: (path) => `${path} in the workspace`,
        outside: room.outside ?? [],
      }),
    pointing: pointingOf(house, runId),
    isOverBudget: () => overBudget(graph, state, spent) !== null,
    role: findRole(node.role),
    findRole,
    readInstructions: (kind, name) =>
      readPinned(
        house.env.workflowsDirectory,
        runDirectory(house.env.dataDirectory, state.workflow, runId),
        kind,
        name,
      ),
    // A server that was asked about is there now; the work itself has not begun.
    resumed: effect.resumed?.reason === 'server' ? null : effect.resumed,
    // What failed may have told a secret: unlike an outcome, the notes are on disk before anybody looks at them.
    notebook: { read: () => readNotebook(notes), write: (value) => writeNotebook(notes, secrets.redact(value)) },
    data: decideContext(
      {
        graph,
        state,
        at: house.clock.at(),
        warn: warnOnce(state, trace.add),
        values: valuesNow(house, state),
        mostItems: house.env.limits.items,
      },
      node,
      position,
    ),
  };
  return ctx;
}
