// How a node stands for people who look at a run. The engine's status speaks of a node's latest visit. A loop has none
// of its own while a round is under way, and a split waits when all that it walks does; and while the run is paused or
// held, what is between two steps is at rest, not at work.
import { isWithin } from '../position.ts';
import type { NodeStatus, Position, RunState, RunStatus } from '../state.ts';

export type Standing = NodeStatus | Extract<RunStatus, 'paused'>;

const walksElsewhere: ReadonlySet<Position['phase']> = new Set(['split', 'handed_over']);
const waits: ReadonlySet<Position['phase']> = new Set(['asking', 'waiting', 'suspended']);

/** With `at`, only what stands at these positions or was split from them counts. */
export function standingOf(state: RunState, node: string, at?: ReadonlySet<string>): Standing {
  const status = state.nodes[node]?.status ?? 'pending';
  const here = state.active.filter(({ id }) => !at || at.has(id));
  const roots = here.filter((one) => (one.node === node ? one.phase === 'split' : isInRound(one, node)));
  if (roots.length > 0)
    return standingOfAll(
      state,
      state.active.filter(({ id }) => roots.some((root) => isWithin(id, root.id))),
    );
  const own = here.filter((one) => one.node === node);
  return status === 'running' && own.length > 0 ? standingOfAll(state, own) : status;
}

function isInRound({ loops }: Position, node: string): boolean {
  return loops.some((loop) => loop.node === node);
}

function standingOfAll({ paused, held }: RunState, positions: readonly Position[]): Standing {
  const phases = positions.map(({ phase }) => phase).filter((phase) => !walksElsewhere.has(phase));
  if (phases.includes('running')) return 'running';
  if (phases.length > 0 && phases.every((phase) => waits.has(phase))) return 'waiting';
  return paused ? 'paused' : held ? 'waiting' : 'running';
}
