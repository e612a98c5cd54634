import { expect, test } from 'vitest';
import { eventOfVersion1, stateOfVersion1 } from '../testing/engine/version-1.ts';
import { goOn, ok, openGate, type Walk, walkRun } from '../testing/engine/walk.ts';
import { forkWalk, restart, rollBack } from '../testing/engine/walk-rewind.ts';
import { applyEvent } from './fold/apply-event.ts';
import type { RunState } from './state.ts';
import { upgradeState } from './upgrade-state.ts';

// fan ─┬─ a: keep → ask ─┐
//      └─ b: work ───────┴→ done
const nodes = `
  fan: { type: parallel, branches: { a: keep, b: work }, next: done }
  keep: { type: checkpoint }
  ask: { type: gate, kind: approval, next: join }
  work: { type: cli, command: [make], next: join }
  done: { type: end }`;

/** The walk with the log as version 1 wrote it, and the state that it adds up to. */
function readBack(walk: Walk): Walk {
  const events = walk.events.map(eventOfVersion1);
  expect(JSON.stringify(events)).toContain('"phase":"forked"');
  const state = events.reduce<RunState | null>(applyEvent, null) as RunState;
  expect(state).toEqual(walk.state);
  return { ...walk, events, state };
}

function comesToItsEnd(walk: Walk): void {
  expect(openGate(walk).node).toBe('ask');
  walk.options.answer = () => ({ option: 'yes' });
  goOn(walk);
  expect(walk.state).toMatchObject({ status: 'completed', outputs: { fan: { b: 'made' } } });
}

const waiting = () => walkRun(nodes, { outcome: () => ok('made') });

test('a rollback into a split that an older version wrote leads to where it led then', () => {
  const walk = waiting();
  rollBack(walk, 'keep');
  comesToItsEnd(readBack(walk));
});

test('a restart that an older version wrote leads to where it led then', () => {
  const walk = waiting();
  rollBack(walk, 'keep');
  restart(walk, 'fan');
  comesToItsEnd(readBack(walk));
});

test('a fork that an older version began goes on, and so does a fork of it', () => {
  const walk = waiting();
  const fork = readBack(forkWalk(walk, walk.state.seq));
  comesToItsEnd(forkWalk(fork, fork.state.seq));
  comesToItsEnd(fork);
});

test('a state of today is left as it is', () => {
  const { state } = waiting();
  expect(upgradeState(state, 2)).toBe(state);
  expect(upgradeState(stateOfVersion1(state))).toEqual(state);
});
