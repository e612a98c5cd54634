// For tests: a person takes a purely walked run back, or forks it. What the store would know is read from the events.

import type { Draft, EventOf, RunEvent } from '../../engine/events.ts';
import { applyEvent } from '../../engine/fold/apply-event.ts';
import { draftOpenGates } from '../../engine/rewind/fork-state.ts';
import {
  type Arrival,
  checkpointState,
  draftRestart,
  draftRollbackTo,
  entranceOf,
  isArrival,
} from '../../engine/rewind/rewind.ts';
import { type RunState, stateVersion } from '../../engine/state.ts';
import { goOn, record, type Walk } from './walk.ts';

export const ada = { by: 'ada', via: 'test' };

export function stateAfter(walk: Walk, seq: number): RunState {
  const [first, ...others] = walk.events.filter((event) => event.seq <= seq);
  return others.reduce(applyEvent, applyEvent(null, first as RunEvent));
}

export function rollbackDraft(walk: Walk, checkpoint: string): Draft {
  const event = walk.events.findLast(
    (one): one is EventOf<'checkpoint_created'> => one.type === 'checkpoint_created' && one.data.name === checkpoint,
  );
  if (!event) throw new Error(`there is no checkpoint "${checkpoint}"`);
  return draftRollbackTo(walk.state, checkpoint, checkpointState(stateAfter(walk, event.seq), event), ada);
}

export function restartDraft(walk: Walk, node: string): Draft {
  const arrivalAt = (id: string): Arrival | null => {
    const event = walk.events.findLast((one) => isArrival(one, id));
    return event ? { state: stateAfter(walk, event.seq), node: id, visit: event.visit ?? 1 } : null;
  };
  const entrance = entranceOf(walk.graph, node, arrivalAt(node));
  return draftRestart(walk.graph, walk.state, entrance, arrivalAt(entrance), ada);
}

export function rollBack(walk: Walk, checkpoint: string): void {
  record(walk, [rollbackDraft(walk, checkpoint)]);
  goOn(walk);
}

export function restart(walk: Walk, node: string): void {
  record(walk, [restartDraft(walk, node)]);
  goOn(walk);
}

export function forkWalk(walk: Walk, at: number): Walk {
  const created = walk.events[0] as EventOf<'run_created'>;
  const then = stateAfter(walk, at);
  const event: EventOf<'run_created'> = {
    ...created,
    at: walk.now,
    data: {
      ...created.data,
      run: 'run-2',
      started_by: 'ada',
      forked: { run: then.run, seq: at, version: stateVersion, state: then },
    },
  };
  const fork: Walk = { ...walk, events: [event], state: applyEvent(null, event), steps: 0 };
  record(fork, draftOpenGates(then, walk.now));
  goOn(fork);
  return fork;
}
