// Restart from a node: the data stay as they are, the run stands at that node as it did when it was last there.
import type { Console, Needs } from '../../console/console.ts';
import type { RunEvent } from '../../engine/events.ts';
import { type Arrival, draftRestart, entranceOf, isArrival, type RestartDraft } from '../../engine/rewind/rewind.ts';
import { AppError } from '../../errors.ts';
import { type Actor, signedControl } from '../../people/actor.ts';
import { findNode } from '../../workflow/graph.ts';
import type { ControlRequest } from '../control-run.ts';
import { type LiveRun, stateAt } from '../work/live-run.ts';
import { type MakeRewind, planRewindOf, type Rewind, rewindRun } from './rewind-run.ts';

export type RestartRequest = ControlRequest & { node: string };

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

type Standing = Pick<LiveRun, 'id' | 'graph' | 'state'>;

/** The fact by which a run stands at a node of a graph, and behind which event outside effects are not undone. */
export async function restartAt(
  house: Needs<'store'>,
  { id, graph, state }: Standing,
  wanted: string,
  actor: Actor,
): Promise<Rewind & { draft: RestartDraft }> {
  if (!findNode(graph, wanted)) throw new AppError('not_found', `The workflow of run ${id} has no node "${wanted}"`);
  const there = await lastArrival(house, id, wanted);
  const node = entranceOf(graph, wanted, there);
  const arrival = node === wanted ? there : await lastArrival(house, id, node);
  return {
    draft: draftRestart(graph, state, node, arrival, signedControl(actor)),
    since: arrival ? arrival.seq - 1 : state.seq,
    answersUntil: state.seq,
  };
}

const restart =
  (house: Needs<'store'>, { node, actor }: RestartRequest): MakeRewind =>
  (run) =>
    restartAt(house, run, node, actor);

export const restartRun = (house: Console, request: RestartRequest) =>
  rewindRun(house, request, restart(house, request));
export const planRestart = (house: Needs<'env' | 'liveRuns' | 'store' | 'workflows'>, request: RestartRequest) =>
  planRewindOf(house, request.runId, restart(house, request));
