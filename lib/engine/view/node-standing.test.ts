import { expect, test } from 'vitest';
import { type WalkOptions, walkRun } from '../../testing/engine/walk.ts';
import { standingOf } from './node-standing.ts';

const standings = (nodes: string, ids: string[], options: WalkOptions = {}) => {
  const { state } = walkRun(nodes, options);
  return ids.map((id) => standingOf(state, id));
};

//  again ─ ask ─ back
//    └────────────┘
const loop = `
  again: { type: loop, body: ask, done: done, max: 3 }
  ask: { type: gate, kind: approval, message: Go on? }
  back: { type: end_loop, loop: again }
  done: { type: end }`;

test('a loop waits while its round does, although its own visit is over', () => {
  const { state } = walkRun(loop);
  expect(state.nodes.again?.status).toBe('completed');
  expect(standingOf(state, 'again')).toBe('waiting');
  expect(standingOf(state, 'done')).toBe('pending');
});

//  split ─┬─ a ────┐
//        └─ ask ──┴─ done
test('a split waits when all that it walks waits', () => {
  const nodes = `
  split: { type: parallel, branches: { a: a, b: ask }, next: done }
  a: { type: cli, command: ["true"], next: join }
  ask: { type: gate, kind: approval, message: Go on?, next: join }
  done: { type: end }`;
  expect(standings(nodes, ['split', 'a', 'ask'])).toEqual(['waiting', 'completed', 'waiting']);
});

test('what was answered while the run is paused is paused, and so is the loop around it', () => {
  const { state } = walkRun(loop);
  const [position] = state.active;
  if (!position) throw new Error('the run stands nowhere');
  const answered = {
    ...state,
    paused: true,
    nodes: { ...state.nodes, ask: { ...state.nodes.ask, status: 'running' as const } },
    active: [{ ...position, phase: 'answered' as const }],
  } as typeof state;
  expect(standingOf(answered, 'ask')).toBe('paused');
  expect(standingOf(answered, 'again')).toBe('paused');
  expect(standingOf({ ...answered, paused: false }, 'ask')).toBe('running');
});
