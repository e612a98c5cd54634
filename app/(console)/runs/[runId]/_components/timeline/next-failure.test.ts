import { expect, test } from 'vitest';
import { emptyTimeline, foldTimeline } from '#lib/engine/view/timeline.ts';
import { rowPlan, timelineRows } from '#lib/engine/view/timeline-rows.ts';
import { broken, ok, walkRun } from '#lib/testing/engine/walk.ts';
import { nextFailure, rowsAround } from './next-failure.ts';

//  again ─ work ─ back     fails in rounds 1 and 3
//    └──────────────┘ × 3
const walk = walkRun(
  `
  again: { type: loop, body: work, done: done, max: 3 }
  work: { type: cli, command: ["true"], on_failure: skip }
  back: { type: end_loop, loop: again }
  done: { type: end }`,
  { outcome: ({ visit }) => (visit === 2 ? ok() : broken()) },
);
const timeline = foldTimeline(emptyTimeline, walk.events);
const rows = timelineRows(rowPlan(walk.graph), walk.state, timeline, { all: true, byKey: new Map() });
const nextOf = (key: string | null, visit: number | null) => nextFailure(rows, { key, visit })?.bar.visit;

test('one failure after another, in a row visit by visit, and from the last to the first again', () => {
  expect(nextOf(null, null)).toBe(1);
  expect(nextOf('work', 1)).toBe(3);
  expect(nextOf('work', 3)).toBe(1);
  expect(nextOf('done', null)).toBe(1);
});

test('what is folded away is found with all that it is folded into', () => {
  const failure = nextFailure(rows, { key: null, visit: null });
  expect(failure && rowsAround(rows, failure.row).map(({ key }) => key)).toEqual(['again']);
});
