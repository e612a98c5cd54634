import { expect, test } from 'vitest';
import { answer, ok, walkRun } from '../../testing/engine/walk.ts';
import { nodeView } from './node-view.ts';
import { foldHistory, noHistory } from './run-history.ts';
import { viewOf } from './run-view.ts';

// again ─ work ─ review ─ back
const rounds = `
  again: { type: loop, max: 2, body: work, next: done }
  work: { type: cli, command: [make] }
  review: { type: gate, kind: approval, next: back }
  back: { type: end_loop, loop: again }
  done: { type: end }`;

function walked() {
  const walk = walkRun(rounds, { outcome: ({ visit }) => ok(`made ${visit}`) });
  answer(walk, 'yes');
  const { state, events } = walk;
  return viewOf({ run: { state, gates: [] }, events, history: foldHistory(noHistory, events), artifacts: [] });
}

test('a node as a whole has its latest output and all its bars', () => {
  const view = walked();
  expect(nodeView(view, 'work', null)).toMatchObject({ visit: null, visits: 2, attempts: 2, output: 'made 2' });
  expect(nodeView(view, 'work', null).bars).toHaveLength(2);
  expect(nodeView(view, 'review', null)).toMatchObject({ standing: 'waiting', times: { to: null } });
});

test('one of its visits has what that visit was given and what it came to', () => {
  const view = walked();
  expect(nodeView(view, 'work', 1)).toMatchObject({ visit: 1, attempts: 1, output: 'made 1', standing: 'completed' });
  expect(nodeView(view, 'work', 1).events.every(({ visit }) => visit === 1)).toBe(true);
  expect(nodeView({ ...view, events: [] }, 'work', 1, view.events).output).toBe('made 1');
});

test('a visit that it never had means all of them, and a node that was not reached has no times', () => {
  const view = walked();
  expect(nodeView(view, 'work', 7).visit).toBeNull();
  expect(nodeView(view, 'done', null)).toMatchObject({ standing: 'pending', times: null, visits: 0, bars: [] });
});
