// Where a run stands after a person has taken it back. Whatever is entered again is a new visit; what had finished by then
// is not run again, and a split that was under way goes on with the branches it still had.
import { type Graph, nodeOf } from '../../workflow/graph.ts';
import { reachableFrom } from '../../workflow/reach.ts';
import type { Draft, EventOf, RunEvent } from '../events.ts';
import { firstPosition, isBackgroundPosition, mainPosition, movedTo } from '../position.ts';
import { type ArtifactFile, type Position, type RunState, stateVersion } from '../state.ts';

/** What a checkpoint keeps, besides its name. */
export type CheckpointState = Pick<
  RunState,
  'computed' | 'flags' | 'custom' | 'user_responses' | 'outputs' | 'inputs' | 'active'
> & {
  artifacts: Record<string, ArtifactFile[]>;
  /** The visit that made it. */
  made_by: { node: string; visit: number };
};

/** A deep copy of the data as it was right after the event that made the checkpoint. */
export function checkpointState(then: RunState, event: EventOf<'checkpoint_created'>): CheckpointState {
  const { computed, flags, custom, user_responses, outputs, inputs, active, artifacts } = then;
  const made_by = { node: event.node ?? '', visit: event.visit ?? 1 };
  return structuredClone({ computed, flags, custom, user_responses, outputs, inputs, active, artifacts, made_by });
}

const settled = new Set<Position['phase']>(['completed', 'skipped', 'split', 'handed_over']);

/** The numbers of new visits, counted on from those that the run has had. */
function visitCounter(state: RunState): (node: string) => number {
  const visits = new Map<string, number>();
  return (node) => {
    const visit = (visits.get(node) ?? state.nodes[node]?.visits ?? 0) + 1;
    visits.set(node, visit);
    return visit;
  };
}

type Actor = { by: string; via: string };

/** A person's rollback: the data as the checkpoint kept them, and the place right after it. */
export function draftRollbackTo(state: RunState, checkpoint: string, copy: CheckpointState, actor: Actor): Draft {
  const { computed, flags, custom, user_responses, artifacts, made_by } = copy;
  const outputs = { ...copy.outputs, [made_by.node]: state.outputs[made_by.node] ?? null };
  const active = positionsAtCheckpoint(state, copy);
  const back = { ...actor, version: stateVersion, active, outputs, artifacts };
  return { type: 'rolled_back', data: { checkpoint, computed, flags, custom, user_responses, back } };
}

/** Right after the visit that made the checkpoint; everything else that was under way then is entered again. */
function positionsAtCheckpoint(state: RunState, { active, made_by }: CheckpointState): Position[] {
  const nextVisit = visitCounter(state);
  return active.map((position): Position => {
    const { node, visit, attempt } = position;
    if (node === made_by.node && visit === made_by.visit) {
      const output = state.outputs[node] ?? null;
      const own = position.parent === null ? position.own : { ...position.own, [node]: { output, files: [] } };
      return { ...movedTo(position, node, visit), attempt, phase: 'completed', output, own };
    }
    return settled.has(position.phase) ? position : movedTo(position, node, nextVisit(node));
  });
}

/** How the run stood when it last came to a node. */
export type Arrival = { state: RunState; node: string; visit: number };

/** The node that is entered for a restart: one inside a split starts with its split, whose branches belong together. */
export function entranceOf(graph: Graph, node: string, arrival: Arrival | null): string {
  const main = arrival && positionOf(arrival)?.parent ? mainOf(arrival.state) : undefined;
  if (main) return main.node;
  return nodeOf(graph, node).group ?? node;
}

const positionOf = ({ state, node, visit }: Arrival) =>
  state.active.find((one) => one.node === node && one.visit === visit);

const mainOf = (state: RunState) => state.active.find(({ parent }) => parent === null);

/** The events by which a run comes to a node. What works in the background came there when its way did. */
export function isArrival(event: RunEvent, node: string): boolean {
  if (event.node !== node) return false;
  const { type, data } = event;
  if (type !== 'node_started' && type !== 'node_skipped' && type !== 'gate_opened') return false;
  return !isBackgroundPosition(data.position);
}

export type RestartDraft = Extract<Draft, { type: 'run_restarted' }>;

/** Restart from a node: the data stay as they are, and what works in the background goes on unless it is reached again. */
export function draftRestart(
  graph: Graph,
  state: RunState,
  node: string,
  arrival: Arrival | null,
  actor: Actor,
): RestartDraft {
  const reached = reachableFrom(graph, node);
  const beside = state.active.filter((one) => one.background && one.parent === mainPosition && !reached.has(one.node));
  const active = [positionAtRestart(state, node, arrival), ...beside];
  return { type: 'run_restarted', node, data: { ...actor, node, version: stateVersion, active } };
}

/** One position at the node, inside the loops it was in when it was last there. A loop itself begins anew. */
function positionAtRestart(state: RunState, node: string, arrival: Arrival | null): Position {
  const before = (arrival && mainOf(arrival.state)) ?? { ...firstPosition(node), prev: mainOf(state)?.prev ?? null };
  const own = before.loops.findIndex((loop) => loop.node === node);
  const loops = own < 0 ? before.loops : before.loops.slice(0, own);
  const ending = before.node === node ? before.ending : null;
  return { ...movedTo(before, node, visitCounter(state)(node)), loops, ending };
}
