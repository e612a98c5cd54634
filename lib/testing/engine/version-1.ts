// For tests: states, and the events that carry them, as they were written while the shape of a state was in version 1.
import type { RunEvent } from '../../engine/events.ts';
import type { Position } from '../../engine/state.ts';

export function stateOfVersion1<State extends { active: Position[] }>(state: State): State {
  const active = state.active.map(({ split, phase, ...position }) => ({
    ...position,
    fork: split,
    phase: phase === 'split' ? 'forked' : phase,
  }));
  return { ...state, active: active as unknown as Position[] };
}

export function eventOfVersion1(event: RunEvent): RunEvent {
  if (event.type === 'run_restarted') {
    const { version: _, ...data } = event.data;
    return { ...event, data: stateOfVersion1(data) };
  }
  if (event.type === 'rolled_back' && event.data.back) {
    const { version: _, ...back } = event.data.back;
    return { ...event, data: { ...event.data, back: stateOfVersion1(back) } };
  }
  if (event.type === 'run_created' && event.data.forked) {
    const { version: _, ...forked } = event.data.forked;
    return { ...event, data: { ...event.data, forked: { ...forked, state: stateOfVersion1(forked.state) } } };
  }
  return event;
}
