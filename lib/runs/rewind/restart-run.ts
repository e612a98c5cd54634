// Restart from a node: the data stay as they are, the run stands at that node as it did when it was last there.
import type { Console, Needs } from '../../console/console.ts';
import { repairableFields, repairedFields } from '../../engine/decide/enter-node.ts';
import type { RunEvent } from '../../engine/events.ts';
import { type Arrival, draftRestart, entranceOf, isArrival, type RestartDraft } from '../../engine/rewind/rewind.ts';
import { AppError, messageOf } from '../../errors.ts';
import { doesWork } from '../../nodes/contract/define-node.ts';
import { definitionOf } from '../../nodes/index.ts';
import { isSame } from '../../nodes/parts/is-same.ts';
import { type Actor, signedControl } from '../../people/actor.ts';
import { may } from '../../people/may.ts';
import { findNode, type Graph, nodeOf } from '../../workflow/graph.ts';
import type { ControlRequest } from '../control-run.ts';
import { type LiveRun, stateAt } from '../work/live-run.ts';
import { type MakeRewind, planRewindOf, type Rewind, rewindRun } from './rewind-run.ts';

/** `given` stands for that visit in the place of what the file gives the node. */
export type RestartRequest = ControlRequest & { node: string; given?: Record<string, unknown> | undefined };

const pageSize = 1000;

async function lastArrival(
  house: Needs<'store'>,
  runId: string,
  node: string,
): Promise<(Arrival & { seq: number }) | null> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const events: RunEvent[] = await house.store.readEvents(runId, {
      before,
      limit: pageSize,
      newest: true,
      types: ['node_started', 'node_skipped', 'gate_opened'],
    });
    const found = events.findLast((event) => isArrival(event, node));
    const state = found && (await stateAt(house, runId, found.seq));
    if (state) return { state, node, visit: found.visit ?? 1, seq: found.seq };
    if (events.length < pageSize) return null;
    before = events[0]?.seq ?? 0;
  }
}

type Restart = Rewind & { draft: RestartDraft };
type Standing = Pick<LiveRun, 'id' | 'graph' | 'state'>;

const demands = ['assignees', 'quorum', 'no_self', 'identity'] as const;
const asksForSomebody = (spec: object) => demands.some((name) => name in spec && Boolean(spec[name as never]));

/** To a place that the run has not come to itself, past gates that ask for somebody: that is to pass over those. */
function assertMayLeap({ graph, state }: Standing, wanted: string, actor: Actor): void {
  const isKnown = (state.nodes[wanted]?.visits ?? 0) > 0;
  if (isKnown || !graph.nodes.some(({ fields, gates }) => [fields, ...gates].some(asksForSomebody))) return;
  if (may(actor, 'override_gate')) return;
  throw new AppError(
    'forbidden',
    `The run has not come to ${wanted} yet, and its gates ask for somebody; only an administrator passes over them`,
  );
}

/** The fact by which a run stands at a node of a graph, and behind which event outside effects are not undone. */
export async function restartAt(
  house: Needs<'store'>,
  { id, graph, state }: Standing,
  wanted: string,
  actor: Actor,
): Promise<Restart> {
  if (!findNode(graph, wanted)) throw new AppError('not_found', `The workflow of run ${id} has no node "${wanted}"`);
  assertMayLeap({ id, graph, state }, wanted, actor);
  const there = await lastArrival(house, id, wanted);
  const node = entranceOf(graph, wanted, there);
  const arrival = node === wanted ? there : await lastArrival(house, id, node);
  return {
    draft: draftRestart(graph, state, node, arrival, signedControl(actor)),
    since: arrival ? arrival.seq - 1 : state.seq,
    answersUntil: state.seq,
  };
}

/** With other fields than the file's. What would not fit is told before anything changes. */
function withGiven(graph: Graph, rewind: Restart, wanted: string, given: Record<string, unknown>): Restart {
  const { draft } = rewind;
  const node = nodeOf(graph, wanted);
  const refuse = (why: string) => new AppError('bad_request', `${node.name} cannot be given anything: ${why}`);
  if (draft.data.node !== wanted) throw refuse(`it starts with ${draft.data.node}, whose branches belong together`);
  if (!doesWork(definitionOf(node.type), node.fields)) throw refuse('it only decides; move the run to a newer file');
  try {
    repairedFields(node, { given });
  } catch (error) {
    throw refuse(messageOf(error));
  }
  const [first, ...others] = draft.data.active;
  const active = first ? [{ ...first, given }, ...others] : others;
  return { ...rewind, draft: { ...draft, data: { ...draft.data, active } } };
}

const restart =
  (house: Needs<'store'>, { node, actor, given }: RestartRequest): MakeRewind =>
  async (run) => {
    const rewind = await restartAt(house, run, node, actor);
    const known = findNode(run.graph, node);
    const isOther = given !== undefined && known !== undefined && !isSame(given, repairableFields(known));
    return isOther ? withGiven(run.graph, rewind, node, given) : rewind;
  };

export const restartRun = (house: Console, request: RestartRequest) =>
  rewindRun(house, request, restart(house, request));
export const planRestart = (house: Needs<'env' | 'liveRuns' | 'store' | 'workflows'>, request: RestartRequest) =>
  planRewindOf(house, request.runId, restart(house, request));
