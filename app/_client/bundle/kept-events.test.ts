import { expect, test } from 'vitest';
import type { RunEvent } from '#lib/engine/events.ts';
import { applyEvent } from '#lib/engine/fold/apply-event.ts';
import type { RunState } from '#lib/engine/state.ts';
import { foldHistory, noHistory } from '#lib/engine/view/run-history.ts';
import { thinTimeline } from '#lib/engine/view/thin-timeline.ts';
import { ok, walkRun } from '#lib/testing/engine/walk.ts';
import { keepEvents } from './kept-events.ts';

const walk = walkRun(
  `  rounds: { type: loop, body: work, done: last, until: "loop.index >= 450", max: 800, max_visits: 9999 }
  work: { type: cli, command: [make], max_visits: 9999 }
  back: { type: end_loop, loop: rounds, max_visits: 9999 }
  last: { type: end }`,
  { outcome: () => ok(1), mostSteps: 20_000 },
);
const { events, graph } = walk;
const kept = keepEvents(events, graph);

test('the run at any of its events is what all events up to it say, around the states that are kept too', () => {
  expect(events.length).toBeGreaterThan(2500);
  let state: RunState | null = null;
  for (const event of events) {
    state = applyEvent(state, event);
    const { seq } = event;
    if (seq < 3 || seq % 500 < 2 || seq % 500 > 498 || seq > events.length - 2)
      expect(kept.stateAt(seq)).toEqual(state);
  }
  expect(kept.view.state).toEqual(state);
  expect(kept.view.events.at(-1)).toEqual(events.at(-1));
});

test('the timeline is that of all events, as fine as it can be drawn where it is looked at', () => {
  const { timeline, facts } = foldHistory(noHistory, events);
  const now = Date.parse(events.at(-1)?.at ?? '');
  expect(kept.view.timeline).toEqual(thinTimeline(timeline, now));
  expect(kept.view.facts).toEqual(facts);
  const window = { from: Date.parse(events[1000]?.at ?? ''), to: Date.parse(events[1100]?.at ?? '') };
  expect(kept.timelineIn(window)).toEqual(thinTimeline(timeline, now, window));
});

test('pages of events join without a hole, and a search counts all that fit', () => {
  const seqs = (list: RunEvent[]) => list.map(({ seq }) => seq);
  expect(seqs(kept.range({ after: 998, limit: 4 }))).toEqual([999, 1000, 1001, 1002]);
  expect(seqs(kept.range({ before: 1000, limit: 3 }))).toEqual([997, 998, 999]);
  expect(seqs(kept.range({ after: 10, before: 13 }))).toEqual([11, 12]);
  const of = { text: 'node_completed', errorsOnly: false };
  const all = events.filter(({ type }) => type === 'node_completed');
  const newest = kept.search(of, { limit: 5 });
  expect([newest.count, seqs(newest.events)]).toEqual([all.length, seqs(all.slice(-5))]);
  const before = all.at(-5)?.seq ?? 0;
  expect(seqs(kept.search(of, { before, limit: 2 }).events)).toEqual(seqs(all.slice(-7, -5)));
  expect(seqs(kept.search(of, { after: before, limit: 1 }).events)).toEqual(seqs(all.slice(-4, -3)));
});
