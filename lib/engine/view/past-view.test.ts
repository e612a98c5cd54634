import { expect, test } from 'vitest';
import { ok, walkRun } from '../../testing/engine/walk.ts';
import { stateAfter } from '../../testing/engine/walk-rewind.ts';
import { concerns } from '../event-concerns.ts';
import { pastState, pastView } from './past-view.ts';
import { viewOf } from './run-view.ts';

const walk = walkRun('  a: { type: cli, command: [make] }\n  b: { type: cli, command: [make] }', {
  outcome: () => ok(1),
});
const { events, state } = walk;
const timelineEvents = events.filter((event) => concerns('timeline', event));
const whole = viewOf({ run: { state, gates: [] }, events, timelineEvents, artifacts: [] });
const then = events.find(({ type }) => type === 'node_completed')?.seq ?? 0;

test('a page that holds every event folds the past by itself', () => {
  const past = pastState(whole, then);
  expect(past).toEqual(stateAfter(walk, then));
  expect(pastState({ ...whole, events: events.slice(1) }, then)).toBeNull();
});

test('the past has the bars and the events up to its moment, also those that are older than the window', () => {
  const window = { ...whole, events: events.slice(then - 1) };
  const past = pastView(window, stateAfter(walk, then), timelineEvents, then);
  expect(past.timeline.tracks.a?.bars.map(({ kind }) => kind)).toEqual(['completed']);
  expect(past.timeline.tracks.b).toBeUndefined();
  expect(past.events.map(({ seq }) => seq)).toEqual([then]);
  expect(Object.keys(past.facts)).toEqual(['a']);
});
