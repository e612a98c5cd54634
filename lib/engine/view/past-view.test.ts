import { expect, test } from 'vitest';
import { ok, walkRun } from '../../testing/engine/walk.ts';
import { stateAfter } from '../../testing/engine/walk-rewind.ts';
import type { RunEvent } from '../events.ts';
import { pastMoment, pastView } from './past-view.ts';
import { foldHistory, noHistory } from './run-history.ts';
import { viewOf } from './run-view.ts';

const walk = walkRun('  a: { type: cli, command: [make] }\n  b: { type: cli, command: [make] }', {
  outcome: () => ok(1),
});
const { events, state } = walk;
const whole = viewOf({ run: { state, gates: [] }, events, history: foldHistory(noHistory, events), artifacts: [] });
const then = events.find(({ type }) => type === 'node_completed') as RunEvent;

test('a page that holds every event folds the past by itself', () => {
  const past = pastMoment(whole, then.seq);
  expect(past).toEqual({
    event: then,
    before: stateAfter(walk, then.seq - 1),
    state: stateAfter(walk, then.seq),
  });
  expect(pastMoment(whole, 1)?.before).toBeNull();
  expect(pastMoment({ ...whole, events: events.slice(1) }, then.seq)).toBeNull();
  expect(Object.keys(pastView(whole, past as NonNullable<typeof past>).facts)).toEqual(['a']);
});

test('the past has the bars and the events up to its moment, also those that are older than the window', () => {
  const window = { ...whole, events: events.slice(then.seq - 1) };
  const past = pastView(window, { event: then, state: stateAfter(walk, then.seq) });
  expect(past.timeline.tracks.a?.bars.map(({ kind }) => kind)).toEqual(['completed']);
  expect(past.timeline.tracks.b?.bars ?? []).toEqual([]);
  expect(past.events.map(({ seq }) => seq)).toEqual([then.seq]);
});

test('what was under way then is open again', () => {
  const started = events.find(({ type }) => type === 'node_started') as RunEvent;
  const late = events.map((event) => ({
    ...event,
    at: new Date(Date.parse(event.at) + event.seq * 1000).toISOString(),
  }));
  const history = foldHistory(noHistory, late);
  const window = { ...whole, ...history, events: late.slice(-1) };
  const event = late[started.seq - 1] as RunEvent;
  const past = pastView(window, { event, state: stateAfter(walk, started.seq) });
  expect(past.timeline.tracks.a?.bars.map(({ kind, end }) => [kind, end])).toEqual([['running', null]]);
  expect(past.timeline.end).toBeNull();
});

test('images stand at the moment that they were saved at, and those of later are not there yet', () => {
  const saved = (id: string, type: string, seq: number) => {
    const data = { id, name: id, type, size: 1, sha256: '', file: id };
    const at = new Date(Date.parse(then.at) + seq).toISOString();
    return { type: 'artifact_saved', node: 'a', visit: 1, attempt: 1, seq, at, data } as RunEvent;
  };
  const files = [saved('x', 'image/png', 1), saved('y', 'text/plain', 2), saved('z', 'image/webp', 3)];
  const history = foldHistory(noHistory, files);
  expect(history.timeline.images.map(({ id, at }) => [id, at - Date.parse(then.at)])).toEqual([
    ['x', 1],
    ['z', 3],
  ]);
  const past = pastView({ ...whole, ...history, events: files.slice(2) }, { event: files[1] as RunEvent, state });
  expect(past.timeline.images.map(({ id }) => id)).toEqual(['x']);
});
