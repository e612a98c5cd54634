// What loops, branches and signals change.
import type { EventOf } from '../events.ts';
import { branchIndex, branchPositions, positionFor, withPosition } from '../position.ts';
import type { Position, RunState } from '../state.ts';

export function loopIteration(state: RunState, event: EventOf<'loop_iteration'>): RunState {
  const position = positionFor(state, event);
  const loops = [
    ...outsideOf(position, event.node as string),
    { node: event.node as string, index: event.data.iteration - 1 },
  ];
  return withPosition(state, { ...position, loops });
}

/** The counter is dropped on exit, and with it those of loops that were left without an exit inside. */
export function loopExited(state: RunState, event: EventOf<'loop_exited'>): RunState {
  const position = positionFor(state, event);
  return withPosition(state, { ...position, loops: outsideOf(position, event.node as string) });
}

function outsideOf({ loops }: Position, node: string): Position['loops'] {
  const index = loops.findIndex((loop) => loop.node === node);
  return index < 0 ? loops : loops.slice(0, index);
}

/**
 * A branch that has ended takes its position, and everything that it had split into or works for it in the background, off the
 * run. What its nodes gave goes to the branch that it came from, which must not read what the same nodes gave elsewhere.
 */
export function branchEnded(state: RunState, event: EventOf<'branch_ended'>): RunState {
  const { position: ended, cancelled, result, prev } = event.data;
  const leaving = state.active.find(({ id }) => id === ended);
  const gone = branchPositions(state, ended);
  const nodes = { ...state.nodes };
  for (const { id, node } of state.active) {
    const known = nodes[node];
    const isCutOff = gone.has(id) && known && ['running', 'waiting', 'interrupted', 'pending'].includes(known.status);
    if (cancelled && isCutOff) nodes[node] = { ...known, status: 'cancelled', ended_at: event.at };
  }
  const active = state.active
    .filter(({ id }) => !gone.has(id))
    .map((position) => {
      const given = cancelled || position.parent === null ? {} : leaving?.own;
      if (leaving?.background && leaving.parent === position.id) {
        const isOvertaken = (position.own[leaving.node]?.visit ?? 0) > leaving.visit;
        return isOvertaken ? position : { ...position, own: { ...position.own, ...given } };
      }
      const index = position.split ? branchIndex(position.split, ended) : -1;
      const branch = position.split?.branches[index];
      if (!position.split || !branch) return position;
      const status = cancelled ? 'cancelled' : 'ended';
      const branches = position.split.branches.with(index, { ...branch, status, result, prev });
      return { ...position, own: { ...position.own, ...given }, split: { ...position.split, branches } };
    });
  return { ...state, nodes, active };
}

export function signalReceived(state: RunState, event: EventOf<'signal_received'>): RunState {
  const { name, payload } = event.data;
  return { ...state, signals: { ...state.signals, [name]: [...(state.signals[name] ?? []), payload] } };
}
