// Moves a run to the newest version of its file: its data, answers and files stay, and it goes on from a node by the new
// text. A mistake in the file is so mended in the run that has it. What would not fit is refused before anything changes.
import { runDirectory } from '../../clients/files/files.ts';
import { pinAnew } from '../../clients/files/pinned-instructions.ts';
import type { Console, Needs } from '../../console/console.ts';
import { textChanges } from '../../engine/rewind/text-changes.ts';
import type { Position, RunState } from '../../engine/state.ts';
import { AppError } from '../../errors.ts';
import { isSame } from '../../nodes/parts/is-same.ts';
import { assertMayStart } from '../../people/access.ts';
import type { RunRecord } from '../../store/contract/runs.ts';
import type { WorkflowVersion } from '../../store/contract/workflow-versions.ts';
import { findNode, type Graph } from '../../workflow/graph.ts';
import { instructionsOf } from '../../workflow/named-instructions.ts';
import type { ControlRequest } from '../control-run.ts';
import { invalidInputs } from '../inputs/prepare-inputs.ts';
import { secretProblems } from '../inputs/secret-inputs.ts';
import { readWorkflowSource } from '../read-workflows.ts';
import { checkedGraph, workflowVersionOf } from '../start-run.ts';
import { rememberGraph } from '../work/graph-of.ts';
import type { LiveRun } from '../work/live-run.ts';
import { restartAt } from './restart-run.ts';
import { type MakeRewind, planRewindOf, rewindRun } from './rewind-run.ts';

/** Without a node it goes on where it stands. `to` is the text that a plan was made for. */
export type MoveRequest = ControlRequest & { node?: string | undefined; to?: string | undefined };

type Newest = { record: RunRecord; version: WorkflowVersion; graph: Graph };

async function newestOf(house: Needs<'env' | 'store' | 'workflows'>, request: MoveRequest): Promise<Newest> {
  const { runId, to, actor } = request;
  const record = await house.store.readRun(runId);
  if (!record) throw new AppError('not_found', `There is no run "${runId}"`);
  const { source, file } = await readWorkflowSource(house, record.workflow);
  const graph = await checkedGraph(house, source, file);
  assertMayStart(actor, graph);
  if (!isSame(record.see, graph.access?.see ?? null)) {
    throw new AppError(
      'bad_request',
      `${file} says anew who may see its runs, and this one keeps its own; start a new run`,
    );
  }
  const version = workflowVersionOf(record.workflow, source, graph);
  if (version.id === record.versionId) {
    throw new AppError('bad_request', `Run ${runId} follows the newest version of ${file}; change the file first`);
  }
  if (to !== undefined && to !== version.id) {
    throw new AppError('conflict', `${file} has changed since the plan was made; look at the plan again`);
  }
  return { record, version, graph: rememberGraph(house, version.id, graph) };
}

const placeOf = ({ active, current_node }: RunState): string | null =>
  active.find(({ parent, background }) => parent === null && !background)?.node ?? current_node;

/** What the run was given must be readable by the new text, which can ask nobody for more. */
function addedInputs({ graph: from, secrets }: LiveRun, { graph, version: { source } }: Newest): Graph['inputs'] {
  const { inputs, version } = graph;
  const had = new Map(from.inputs.map((input) => [input.name, input]));
  const refuse = (name: string, why: string): never => {
    throw new AppError('bad_request', `The run cannot be moved to version ${version}: input "${name}" ${why}`);
  };
  for (const { name, type } of from.inputs) {
    const now = inputs.find((one) => one.name === name);
    if (now && now.type !== type) refuse(name, `was ${type} and is ${now.type}; start a new run`);
    if (!now && type === 'secret') refuse(name, 'is a secret that the new text does not name any more');
  }
  const [told] = secretProblems(graph, secrets.values(), source);
  if (told) throw invalidInputs([told]);
  const added = inputs.filter(({ name }) => !had.has(name));
  for (const { name, required, default: value } of added) {
    if (required && value === undefined) refuse(name, 'is new and required; give it a default, or start a new run');
  }
  return added;
}

const lacking = <Value>(has: Record<string, unknown>, begins: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(begins).filter(([name]) => !Object.hasOwn(has, name)));

/** Where a person goes on inside of something that the new text does not have, they are told from where to go on instead. */
function checkPlaces(graph: Graph, active: Position[]): void {
  const places = active.flatMap(({ node, loops }) => [node, ...loops.map((loop) => loop.node)]);
  const gone = places.find((id) => !findNode(graph, id));
  if (gone !== undefined) {
    throw new AppError(
      'bad_request',
      `The newest version has no node "${gone}", where the run stands; name another node`,
    );
  }
}

/** The files that the newest text names are the run's too. */
async function adoptFiles({ env }: Needs<'env'>, { record, graph }: Newest): Promise<void> {
  const { workflowsDirectory, dataDirectory } = env;
  await pinAnew(workflowsDirectory, runDirectory(dataDirectory, record.workflow, record.id), instructionsOf(graph));
}

function movedTo(newest: Newest, run: LiveRun) {
  const { record, version, graph } = newest;
  const { state } = run;
  const added = addedInputs(run, newest);
  return {
    from: record.versionId,
    to: version.id,
    name: graph.name,
    version: graph.version,
    inputs: Object.fromEntries(added.map(({ name, default: value }) => [name, value ?? null])),
    state: {
      computed: lacking(state.computed, graph.state.computed),
      flags: lacking(state.flags, graph.state.flags),
      custom: lacking(state.custom, graph.state.custom),
    },
  };
}

const move =
  (house: Needs<'env' | 'store'>, request: MoveRequest, newest: Newest): MakeRewind =>
  async (run) => {
    const { graph, version } = newest;
    const moved = movedTo(newest, run);
    const wanted = request.node ?? placeOf(run.state) ?? graph.start;
    const { draft, ...rewind } = await restartAt(house, { ...run, graph }, wanted, request.actor);
    const { data, ...restarted } = draft;
    checkPlaces(graph, data.active);
    const { from, to } = moved;
    const changes = { from, to, ...textChanges(run.graph, graph) };
    const text = { version, graph, changes, adopt: () => adoptFiles(house, newest) };
    return { ...rewind, draft: { ...restarted, data: { ...data, moved } }, text };
  };

type Planning = Needs<'env' | 'liveRuns' | 'store' | 'workflows'>;

export const planMove = async (house: Planning, request: MoveRequest) =>
  planRewindOf(house, request.runId, move(house, request, await newestOf(house, request)));
export const moveRun = async (house: Console, request: MoveRequest) =>
  rewindRun(house, request, move(house, request, await newestOf(house, request)));
