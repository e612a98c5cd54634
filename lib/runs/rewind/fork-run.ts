// A fork: a new run that begins with the state another run was in after one of its events, with files of its own. The
// other run is not touched and may be deleted later.

import { randomBytes } from 'node:crypto';
import { join, relative } from 'node:path';
import { runDirectory, workspaceDirectory } from '../../clients/files/files.ts';
import { pinnedIn } from '../../clients/files/pinned-instructions.ts';
import type { Console, Needs } from '../../console/console.ts';
import type { EventOf } from '../../engine/events.ts';
import { applyEvent } from '../../engine/fold/apply-event.ts';
import { draftOpenGates } from '../../engine/rewind/fork-state.ts';
import { planRewind, type RewindPlan } from '../../engine/rewind/plan-rewind.ts';
import { isTerminal, type RunState, stateVersion } from '../../engine/state.ts';
import { AppError } from '../../errors.ts';
import { assertMayStart } from '../../people/access.ts';
import { type Actor, starterOf } from '../../people/actor.ts';
import { toldActs } from '../../people/audit/told-acts.ts';
import type { ArtifactRecord } from '../../store/contract/artifacts.ts';
import type { CheckpointRecord } from '../../store/contract/checkpoints.ts';
import type { RunRecord } from '../../store/contract/runs.ts';
import type { Graph } from '../../workflow/graph.ts';
import type { ControlRequest } from '../control-run.ts';
import { copyInputFiles, inputsFor } from '../inputs/file-inputs.ts';
import { sealSecrets, secretsOf } from '../inputs/secret-inputs.ts';
import { copyTree, shareFile } from '../work/copy-files.ts';
import { graphOf } from '../work/graph-of.ts';
import { adoptRun, newLiveRun, stateAt } from '../work/live-run.ts';
import { newRunRecord } from '../work/new-run-record.ts';
import { checkpointAt, readCheckpoint } from '../work/read-checkpoint.ts';
import { commitEvents, draftEvents } from '../work/record-events.ts';
import { shareValues } from '../work/run-values.ts';
import { eventsForPlan } from './rewind-run.ts';

export type ForkRequest = ControlRequest & { at: number };

type Origin = { record: RunRecord; then: RunState; at: number };

const mostMoves = 1000;

/** The text that the run followed then: a person may have moved it to another since. */
async function versionThen({ store }: Needs<'store'>, { id, versionId }: RunRecord, at: number): Promise<string> {
  const later = await store.readEvents(id, { after: at, limit: mostMoves, types: ['run_restarted'] });
  const first = later.find((event) => event.type === 'run_restarted' && event.data.moved);
  return (first?.type === 'run_restarted' && first.data.moved?.from) || versionId;
}

async function originOf(house: Needs<'store'>, { runId, at }: ForkRequest): Promise<Origin> {
  const record = await house.store.readRun(runId);
  if (!record) throw new AppError('not_found', `There is no run "${runId}"`);
  const then = await stateAt(house, runId, at);
  if (!then || then.seq !== at) {
    throw new AppError('not_found', `Run ${runId} has no event ${at}; its last one is ${record.seq}`);
  }
  if (isTerminal(then.status)) {
    throw new AppError('bad_request', `Event ${at} is the end of run ${runId}; fork from an earlier one`);
  }
  const { workflow_name: name, workflow_version: version } = then;
  const versionId = await versionThen(house, record, at);
  return { record: { ...record, name, version, versionId }, then, at };
}

const isShared = ({ workspace }: Graph) => workspace?.mode === 'shared';

function creation(
  house: Needs<'clock' | 'env'>,
  { record, then, at: seq }: Origin,
  id: string,
  graph: Graph,
  actor: Actor,
): EventOf<'run_created'> {
  const { computed, flags, custom, approved_servers } = then;
  return {
    seq: 1,
    at: house.clock.at(),
    type: 'run_created',
    data: {
      run: id,
      workflow: record.workflow,
      name: record.name,
      version: record.version,
      inputs: inputsFor(house, graph, then.inputs, { id, workflow: record.workflow }),
      started_by: actor.name,
      ...starterOf(actor),
      start: graph.start,
      state: { computed, flags, custom },
      approved_servers,
      workspace: isShared(graph) ? then.workspace : workspaceDirectory(house.env.dataDirectory, record.workflow, id),
      parent: record.id,
      forked: { run: record.id, seq, version: stateVersion, state: then },
    },
  };
}

/** A name may have been used again since: its older copy is worked out from the events. */
async function checkpointsOf(house: Needs<'store'>, { record, then }: Origin, id: string): Promise<CheckpointRecord[]> {
  const records = Object.entries(then.checkpoints).map(async ([name, { seq, label }]) => {
    const kept = await readCheckpoint(house, record.id, name);
    const state = kept?.seq === seq ? kept.state : await checkpointAt(house, record.id, seq);
    return state ? [{ run: id, name, seq: 1, label, version: stateVersion, state }] : [];
  });
  return (await Promise.all(records)).flat();
}

async function artifactsOf(
  house: Needs<'env' | 'store'>,
  { record, at }: Origin,
  id: string,
): Promise<ArtifactRecord[]> {
  const data = house.env.dataDirectory;
  const from = runDirectory(data, record.workflow, record.id);
  const to = runDirectory(data, record.workflow, id);
  const then = (await house.store.listArtifacts(record.id)).filter(({ seq }) => seq <= at);
  const shared: ArtifactRecord[] = [];
  for (const artifact of then) {
    const target = join(to, relative(from, join(data, artifact.file)));
    await shareFile(join(data, artifact.file), target);
    shared.push({ ...artifact, run: id, seq: 1, file: relative(data, target) });
  }
  return shared;
}

export async function planFork(
  house: Needs<'clock' | 'env' | 'store' | 'workflows'>,
  request: ForkRequest,
): Promise<RewindPlan> {
  const origin = await originOf(house, request);
  const { record, at } = origin;
  const graph = await graphOf(house, record.versionId);
  const now = await stateAt(house, record.id);
  const then = applyEvent(null, creation(house, origin, record.id, graph, request.actor));
  return planRewind({
    graph,
    now: now ?? then,
    then,
    since: at,
    answersUntil: at,
    events: await eventsForPlan(house, record.id, at),
  });
}

export async function forkRun(house: Console, request: ForkRequest): Promise<{ id: string }> {
  const origin = await originOf(house, request);
  const { record, then } = origin;
  const version = await house.store.readWorkflowVersion(record.versionId);
  if (!version) throw new AppError('not_found', `The text of run ${record.id} is not kept`);
  const graph = await graphOf(house, record.versionId);
  assertMayStart(request.actor, graph);
  const id = randomBytes(8).toString('hex');
  const event = creation(house, origin, id, graph, request.actor);
  const secrets = await secretsOf(house, record.id, graph, then.inputs);
  if (!isShared(graph)) await copyTree(then.workspace, event.data.workspace);
  const directoryOf = (run: string) => runDirectory(house.env.dataDirectory, record.workflow, run);
  await copyTree(pinnedIn(directoryOf(record.id)), pinnedIn(directoryOf(id)));
  await copyInputFiles(house, record, { id, workflow: record.workflow });
  await shareValues(house, then, { workflow: record.workflow, run: id });
  const { workflow, name, version: versionName, versionId, done, total, currentNode, concurrencyKey, see } = record;
  const what = { workflow, name, version: versionName, versionId, done, total, currentNode, concurrencyKey, see };
  const run = newLiveRun({
    id,
    graph,
    state: applyEvent(null, event),
    pending: [event],
    acts: toldActs(id, event, request.actor),
    artifacts: await artifactsOf(house, origin, id),
    checkpoints: await checkpointsOf(house, origin, id),
    secrets,
  });
  draftEvents(house, run, draftOpenGates(then, event.at));
  await commitEvents(house, run, {
    run: newRunRecord({
      ...what,
      id,
      startedBy: request.actor.name,
      createdAt: event.at,
      inputs: event.data.inputs,
      parent: record.id,
    }),
    workflowVersion: version,
    idempotencyKey: null,
    sealed: sealSecrets(house, id, secrets),
  });
  adoptRun(house, run);
  house.queue.enqueue(id);
  return { id };
}
