// Starts a run: the file, the inputs and what the workflow requires are checked, the exact text is kept, and only then does
// anything exist.

import { createHash, randomBytes } from 'node:crypto';
import { runDirectory, workspaceDirectory } from '../clients/files/files.ts';
import { pinAll, pinFromWorkspace } from '../clients/files/pinned-instructions.ts';
import { workspaceFiles } from '../clients/files/workspace-files.ts';
import type { Console, Needs } from '../console/console.ts';
import type { EventOf } from '../engine/events.ts';
import { applyEvent } from '../engine/fold/apply-event.ts';
import { progressOf } from '../engine/progress.ts';
import { scopeAt } from '../engine/scope.ts';
import type { RunState } from '../engine/state.ts';
import { AppError, messageOf } from '../errors.ts';
import { assertMayStart } from '../people/access.ts';
import { type Actor, starterOf } from '../people/actor.ts';
import { toldActs } from '../people/audit/told-acts.ts';
import type { NewRun } from '../store/contract/commits.ts';
import type { WorkflowVersion } from '../store/contract/workflow-versions.ts';
import type { Graph } from '../workflow/graph.ts';
import { instructionsOf } from '../workflow/named-instructions.ts';
import { describeProblem, inFile } from '../workflow/problems/problem.ts';
import { renderValue } from '../workflow/template.ts';
import { checkMail } from './inputs/check-mail.ts';
import { checkRequirements } from './inputs/check-requirements.ts';
import type { CompleteInputs } from './inputs/kept-inputs.ts';
import { type Inputs, prepareInputs } from './inputs/prepare-inputs.ts';
import { checkSameRequest } from './inputs/same-request.ts';
import { sealSecrets } from './inputs/secret-inputs.ts';
import { readWorkflowSource } from './read-workflows.ts';
import { lineOf } from './work/admission.ts';
import { rememberGraph } from './work/graph-of.ts';
import { keptData } from './work/keep-large.ts';
import { adoptRun, newLiveRun } from './work/live-run.ts';
import { loadWorkflowSafely } from './work/load-safely.ts';
import { newRunRecord } from './work/new-run-record.ts';
import { workspaceFor } from './work/prepare-workspace.ts';
import { commitEvents, DuplicateKey } from './work/record-events.ts';
import { removeRunDirectory } from './work/run-directories.ts';

export type StartRequest = {
  workflow?: string;
  source?: string;
  inputs?: Record<string, unknown>;
  actor: Actor;
  idempotencyKey?: string | null;
  parent?: string | null;
  /** For a called run: its id follows from the call, and `inline` starts with the caller's data. */
  id?: string;
  calledBy?: { run: string; signal: string; depth: number };
  data?: Graph['state'];
  /** Secrets and files that are taken over from another run. */
  complete?: CompleteInputs;
};

export async function checkedGraph(house: Needs<'workflows'>, source: string, file: string): Promise<Graph> {
  const { graph, problems } = await loadWorkflowSafely(house, source);
  if (graph) return graph;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const first = errors[0] ? describeProblem(errors[0], file) : file;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw new AppError('invalid_workflow', `The workflow cannot run: ${first}${more}`, {
    details: { problems: inFile(file, problems) },
  });
}

export function workflowVersionOf(
  workflow: string,
  source: string,
  { name, version }: Pick<Graph, 'name' | 'version'>,
  savedBy: string | null = null,
): WorkflowVersion {
  const id = createHash('sha256').update(`${workflow}\n${source}`).digest('hex');
  return { id, workflow, name, version, source, createdAt: new Date().toISOString(), savedBy };
}

function stemOf(graph: Graph): string {
  return (
    graph.name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'workflow'
  );
}

function withData(state: Graph['state'], data: Graph['state'] | undefined): Graph['state'] {
  if (!data) return state;
  return {
    computed: { ...state.computed, ...data.computed },
    flags: { ...state.flags, ...data.flags },
    custom: { ...state.custom, ...data.custom },
  };
}

/** Worked out once: what the run does later does not move it to another line. */
function concurrencyKeyOf(graph: Graph, state: RunState): string | null {
  if (!graph.concurrency) return null;
  try {
    const options = { now: state.created_at, missing: graph.missing };
    const key = renderValue(graph.concurrency.key, scopeAt(graph, state, null), options);
    return typeof key === 'string' ? key : JSON.stringify(key);
  } catch (error) {
    const problem = { input: 'concurrency.key', message: messageOf(error) };
    throw new AppError('invalid_inputs', `The run cannot start: concurrency.key: ${problem.message}`, {
      details: { problems: [problem] },
    });
  }
}

export async function startRun(house: Console, request: StartRequest): Promise<{ id: string }> {
  // Before any check: what held for the first start, and what that run has changed since, is nothing to this one.
  const { idempotencyKey, actor } = request;
  const first = idempotencyKey ? await house.store.findRunByKey(actor.name, idempotencyKey) : null;
  if (first !== null) {
    await checkSameRequest(house, first, request);
    return { id: first };
  }
  const { source, file } =
    request.source === undefined
      ? await readWorkflowSource(house, request.workflow ?? '')
      : { source: request.source, file: request.workflow ? `${request.workflow}.yaml` : 'source' };
  const graph = await checkedGraph(house, source, file);
  const given = (await request.complete?.(graph, request.inputs ?? {})) ?? request.inputs ?? {};
  assertMayStart(actor, graph);
  checkMail(house, graph);
  const workflow = request.workflow ?? stemOf(graph);
  const id = request.id ?? randomBytes(8).toString('hex');
  try {
    return await createRun(house, request, { id, workflow, source, graph, given });
  } catch (error) {
    // Files and large values are stored before there is a run; without one they belong to nobody.
    if (!(await house.store.readRun(id))) await removeRunDirectory(runDirectory(house.env.dataDirectory, workflow, id));
    if (error instanceof DuplicateKey) return { id: error.runId };
    throw error;
  }
}

type Start = { id: string; workflow: string; source: string; graph: Graph; given: Inputs };

async function createRun(house: Console, request: StartRequest, start: Start): Promise<{ id: string }> {
  const { id, workflow, source, graph } = start;
  const { inputs, secrets } = await prepareInputs(house, graph, start.given, start);
  const version = workflowVersionOf(workflow, source, graph);
  const at = house.clock.at();
  const event: EventOf<'run_created'> = {
    seq: 1,
    at,
    type: 'run_created',
    data: {
      run: id,
      workflow,
      name: graph.name,
      version: graph.version,
      inputs,
      started_by: request.actor.name,
      ...starterOf(request.actor),
      start: graph.start,
      state: secrets.redact(withData(graph.state, request.data)),
      approved_servers: [],
      workspace: workspaceDirectory(house.env.dataDirectory, workflow, id),
      parent: request.parent ?? null,
      called_by: request.calledBy ?? null,
    },
  };
  event.data.workspace = await workspaceFor(house, graph, applyEvent(null, event));
  const state = applyEvent(null, event);
  await checkRequirements(house, graph, state, at);
  const { workflowsDirectory, dataDirectory } = house.env;
  const directory = runDirectory(dataDirectory, workflow, id);
  await pinAll(workflowsDirectory, directory, instructionsOf(graph));
  // A folder of its own is looked at when it is made; a shared one is there already.
  if (graph.workspace?.mode === 'shared')
    await pinFromWorkspace(workspaceFiles(house, state.workspace), directory, instructionsOf(graph));
  const run = newLiveRun({ id, graph: rememberGraph(house, version.id, graph), state, secrets });
  // Checked as it was given; kept with handles for what is large.
  const created = { ...event, data: keptData(run, 'run_created', event.data) };
  run.state = applyEvent(null, created);
  run.pending.push(created);
  run.acts.push(...toldActs(id, created, request.actor));
  const create: NewRun = {
    run: newRunRecord({
      id,
      workflow,
      name: graph.name,
      version: graph.version,
      versionId: version.id,
      ...progressOf(graph, state),
      currentNode: graph.start,
      startedBy: request.actor.name,
      createdAt: at,
      inputs: created.data.inputs,
      parent: request.parent ?? null,
      see: graph.access?.see ?? null,
      concurrencyKey: await lineOf(
        house,
        { workflow, concurrencyKey: concurrencyKeyOf(graph, state) },
        state.called_by,
      ),
    }),
    workflowVersion: version,
    idempotencyKey: request.idempotencyKey ?? null,
    sealed: sealSecrets(house, id, secrets),
  };
  await commitEvents(house, run, create);
  adoptRun(house, run);
  house.queue.enqueue(id);
  return { id };
}
