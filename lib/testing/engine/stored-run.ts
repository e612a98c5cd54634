// For tests: a run as another process finds it, read back from its stored events.
import { expect } from 'vitest';
import type { RunEvent } from '../../engine/events.ts';
import { applyEvent } from '../../engine/fold/apply-event.ts';
import type { RunState } from '../../engine/state.ts';
import type { Walk } from './walk.ts';

export const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

export function fold(events: RunEvent[], from: RunState | null = null): RunState {
  return events.reduce<RunState | null>((state, event) => applyEvent(state, event), from) as RunState;
}

/** The same run, stored, read back by another process, and looked at then. */
export function restarted(walk: Walk): Walk {
  const events = stored(walk.events);
  return { ...walk, events, state: fold(events) };
}

/** A state is what its events say, no more and no less. */
export function expectSameFold(walk: Walk): void {
  expect(stored(restarted(walk).state)).toEqual(stored(walk.state));
}
