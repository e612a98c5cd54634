import { expect, test } from 'vitest';
import { answer, ok, walkRun } from '../../testing/engine/walk.ts';
import { nodeView } from './node-view.ts';
import { foldHistory, noHistory } from './run-history.ts';
import { viewOf } from './run-view.ts';
import { missingRange } from './visit-range.ts';

// again ─ work ─ review ─ back
const walk = walkRun(
  `
  again: { type: loop, max: 3, body: work, next: done }
  work: { type: cli, command: [make] }
  review: { type: gate, kind: approval, next: back }
  back: { type: end_loop, loop: again }
  done: { type: end }`,
  { outcome: ({ visit }) => ok(`made ${visit}`) },
);
answer(walk, 'yes');
const { state, events } = walk;
const whole = viewOf({ run: { state, gates: [] }, events, history: foldHistory(noHistory, events), artifacts: [] });
const window = { ...whole, events: events.slice(-2) };

const lacking = (node: string, visit: number | null) => {
  const missing = missingRange(window, node, visit);
  return events.filter(
    (event) =>
      missing &&
      event.seq > missing.after &&
      event.seq < missing.before &&
      event.node === missing.node &&
      event.visit === missing.visit,
  );
};

test('U1 what a page lacks of a visit lies between two numbers, and with it the visit is known as if all were held', () => {
  for (const [node, visit] of [
    ['work', 1],
    ['work', 2],
    ['review', 1],
    ['work', null],
  ] as const) {
    const {
      events: own,
      facts,
      output,
      bars,
      times,
    } = nodeView(window, node, { visit, attempt: null }, lacking(node, visit));
    const all = nodeView(whole, node, { visit, attempt: null });
    expect({ facts, output, bars, times }).toEqual({
      facts: all.facts,
      output: all.output,
      bars: all.bars,
      times: all.times,
    });
    if (visit !== null) expect(own).toEqual(all.events);
  }
});

test('a page that holds everything lacks nothing, nor of a node that was never reached', () => {
  expect(missingRange(whole, 'work', 1)).toBeNull();
  expect(missingRange(window, 'done', null)).toBeNull();
  expect(missingRange(window, null, null)).toBeNull();
});
