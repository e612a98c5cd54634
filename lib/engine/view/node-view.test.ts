import { expect, test } from 'vitest';
import { answer, broken, ok, walkRun } from '../../testing/engine/walk.ts';
import { nodeView, wholeNode } from './node-view.ts';
import { foldHistory, noHistory } from './run-history.ts';
import { viewOf } from './run-view.ts';

// again ─ work ─ review ─ back
const rounds = `
  again: { type: loop, max: 2, body: work, next: done }
  work: { type: cli, command: [make] }
  review: { type: gate, kind: approval, next: back }
  back: { type: end_loop, loop: again }
  done: { type: end }`;

const visit = (number: number) => ({ visit: number, attempt: null });

function walked() {
  const walk = walkRun(rounds, { outcome: ({ visit }) => ok(`made ${visit}`) });
  answer(walk, 'yes');
  const { state, events } = walk;
  return viewOf({ run: { state, gates: [] }, events, history: foldHistory(noHistory, events), artifacts: [] });
}

test('a node as a whole has its latest output and all its bars', () => {
  const view = walked();
  expect(nodeView(view, 'work', wholeNode)).toMatchObject({ visit: null, visits: 2, attempts: 2, output: 'made 2' });
  expect(nodeView(view, 'work', wholeNode).bars).toHaveLength(2);
  expect(new Set(nodeView(view, 'work', wholeNode).visitEvents.map((event) => event.visit))).toEqual(new Set([2]));
  expect(nodeView(view, 'review', wholeNode)).toMatchObject({ standing: 'waiting', times: { to: null } });
});

test('one of its visits has what that visit was given and what it came to', () => {
  const view = walked();
  expect(nodeView(view, 'work', visit(1))).toMatchObject({
    visit: 1,
    attempts: 1,
    output: 'made 1',
    standing: 'completed',
  });
  expect(nodeView(view, 'work', visit(1)).events.every(({ visit }) => visit === 1)).toBe(true);
  expect(nodeView({ ...view, events: [] }, 'work', visit(1), view.events).output).toBe('made 1');
});

test('a visit that it never had means all of them, and a node that was not reached has no times', () => {
  const view = walked();
  expect(nodeView(view, 'work', visit(7)).visit).toBeNull();
  expect(nodeView(view, 'done', wholeNode)).toMatchObject({ standing: 'pending', times: null, visits: 0, bars: [] });
});

test('one attempt has what it printed and came to, and the visit the last of them', () => {
  const walk = walkRun('  work: { type: cli, command: [make], retry: { attempts: 2 } }', {
    outcome: ({ attempt }) => (attempt === 1 ? broken('no disk') : ok('made')),
  });
  const { state, events } = walk;
  const history = foldHistory(noHistory, events);
  const view = viewOf({ run: { state, gates: [] }, events, history, artifacts: [] });
  const first = nodeView(view, 'work', { visit: 1, attempt: 1 });
  expect(first).toMatchObject({ visit: 1, attempt: 1, attempts: 2, facts: { error: { message: 'no disk' } } });
  expect(first.output).toBeUndefined();
  expect(first.events.every(({ attempt }) => attempt === 1)).toBe(true);
  expect(nodeView(view, 'work', { visit: null, attempt: 2 })).toMatchObject({ visit: 1, attempt: 2, output: 'made' });
  expect(nodeView(view, 'work', { visit: 1, attempt: 9 })).toMatchObject({ attempt: null, output: 'made' });
});
