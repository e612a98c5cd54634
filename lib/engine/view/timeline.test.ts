import { describe, expect, test } from 'vitest';
import {
  completed,
  error,
  eventsAt,
  gateAnswered,
  gateOpened,
  midnight,
  runCompleted,
  started,
} from '../../testing/engine/timed-events.ts';
import { broken, ok, walkRun } from '../../testing/engine/walk.ts';
import type { Draft } from '../events.ts';
import { type Bar, emptyTimeline, foldTimeline, wayKey } from './timeline.ts';

const shape = (bars: Bar[] | undefined) =>
  bars?.map((bar) => [bar.kind, (bar.start - midnight) / 1000, bar.end === null ? null : (bar.end - midnight) / 1000]);

describe('foldTimeline', () => {
  test('a running node has an open bar and a completed one a closed bar', () => {
    const timeline = foldTimeline(emptyTimeline, eventsAt([0, started('a')], [2, completed('a')], [2, started('b')]));
    expect(shape(timeline.tracks.a?.bars)).toEqual([['completed', 0, 2]]);
    expect(shape(timeline.tracks.b?.bars)).toEqual([['running', 2, null]]);
  });

  test('each attempt is a bar of the same row, with the pause before the next one between them', () => {
    const events = eventsAt(
      [0, started('a')],
      [1, { type: 'retry', node: 'a', visit: 1, attempt: 1, data: { error, next_attempt: 2, not_before: '' } }],
      [3, started('a', 2)],
      [4, { type: 'node_failed', node: 'a', visit: 1, attempt: 2, data: { error } }],
    );
    const bars = foldTimeline(emptyTimeline, events).tracks.a?.bars;
    expect(shape(bars)).toEqual([
      ['failed', 0, 1],
      ['backoff', 1, 3],
      ['failed', 3, 4],
    ]);
    expect(bars?.map((bar) => bar.attempt)).toEqual([1, 2, 2]);
    expect(bars?.[0]?.note).toBe('exit code 1');
  });

  test('a gate is one waiting bar from the question to the answer', () => {
    const timeline = foldTimeline(
      emptyTimeline,
      eventsAt([0, started('g')], [0, gateOpened('g')], [60, gateAnswered('g')], [60, completed('g')]),
    );
    expect(shape(timeline.tracks.g?.bars)).toEqual([['waiting', 0, 60]]);
  });

  test('a node that decides at once leaves a mark of no length', () => {
    const timeline = foldTimeline(emptyTimeline, eventsAt([5, completed('decide')]));
    expect(shape(timeline.tracks.decide?.bars)).toEqual([['completed', 5, 5]]);
  });

  test('a second visit of a loop adds a bar', () => {
    const events = eventsAt([0, started('a')], [1, completed('a')], [2, started('a', 1, 2)], [3, completed('a', 2)]);
    expect(foldTimeline(emptyTimeline, events).tracks.a?.bars.map((bar) => bar.visit)).toEqual([1, 2]);
  });

  test('tool calls stand in rows of their own under the node', () => {
    const call = { server: 'files', tool: 'read' };
    const events = eventsAt(
      [0, started('a')],
      [1, { type: 'tool_call', node: 'a', data: { ...call, arguments: {} } }],
      [2, { type: 'tool_result', node: 'a', data: { ...call, text: '', images: 0, is_error: true, ms: 1000 } }],
    );
    expect(shape(foldTimeline(emptyTimeline, events).tracks.a?.tools['files.read'])).toEqual([['failed', 1, 2]]);
  });

  //  the console records a call and its result together, a quarter of a second after the call
  test('U16 a call is as long as its result says, however late both were recorded', () => {
    const call = { server: 'files', tool: 'read' };
    const events = eventsAt(
      [0, started('a')],
      [5, { type: 'tool_call', node: 'a', visit: 1, data: { ...call, arguments: {} } }],
      [5, { type: 'tool_call', node: 'a', visit: 1, data: { ...call, arguments: {} } }],
      [
        5,
        { type: 'tool_result', node: 'a', visit: 1, data: { ...call, text: '', images: 0, is_error: true, ms: 2000 } },
      ],
      [
        5,
        { type: 'tool_result', node: 'a', visit: 1, data: { ...call, text: '', images: 0, is_error: false, ms: 9000 } },
      ],
    );
    expect(shape(foldTimeline(emptyTimeline, events).tracks.a?.tools['files.read'])).toEqual([
      ['failed', 3, 5],
      ['completed', 0, 5],
    ]);
  });

  test('U16 a call without a result ends with its attempt, as the attempt did, and no call of another visit', () => {
    const call = (visit: number): Draft => ({
      type: 'tool_call',
      node: 'a',
      visit,
      data: { server: 'files', tool: 'read', arguments: {} },
    });
    const events = eventsAt(
      [0, started('a')],
      [1, call(1)],
      [1, started('a', 1, 2)],
      [2, call(2)],
      [3, { type: 'retry', node: 'a', visit: 1, attempt: 1, data: { error, next_attempt: 2, not_before: '' } }],
    );
    expect(shape(foldTimeline(emptyTimeline, events).tracks.a?.tools['files.read'])).toEqual([
      ['failed', 1, 3],
      ['running', 2, null],
    ]);
  });

  test('a model call is a bar as long as it took, under its model, with what it read and wrote', () => {
    const call = {
      model: 'm',
      purpose: 'step' as const,
      input_tokens: 12,
      output_tokens: 3,
      cost: null,
      tool_calls: 0,
    };
    const events = eventsAt([0, started('a')], [3, { type: 'model_call', node: 'a', data: { ...call, ms: 2000 } }]);
    const calls = foldTimeline(emptyTimeline, events).tracks.a?.models.m;
    expect(shape(calls)).toEqual([['completed', 1, 3]]);
    expect(calls?.[0]?.tokens).toEqual({ input: 12, output: 3, cost: null });
  });

  test('an attempt that stops for its callback waits until it goes on', () => {
    const events = eventsAt(
      [0, started('a')],
      [1, { type: 'node_suspended', node: 'a', visit: 1, attempt: 1, data: { reason: 'callback' } }],
      [9, started('a')],
    );
    expect(shape(foldTimeline(emptyTimeline, events).tracks.a?.bars)).toEqual([
      ['completed', 0, 1],
      ['waiting', 1, 9],
      ['running', 9, null],
    ]);
  });

  test('cancelling the run ends every open bar as cancelled', () => {
    const cancelled: Draft = { type: 'run_cancelled', data: { by: 'owner', via: 'console', message: null } };
    const timeline = foldTimeline(emptyTimeline, eventsAt([0, started('a')], [4, cancelled]));
    expect(shape(timeline.tracks.a?.bars)).toEqual([['cancelled', 0, 4]]);
    expect(timeline.end).toBe(midnight + 4000);
  });

  test('visits at the same time are told apart, whichever ends first', () => {
    const events = eventsAt(
      [0, started('a', 1, 1)],
      [1, started('a', 1, 2)],
      [2, { type: 'node_failed', node: 'a', visit: 1, attempt: 1, data: { error } }],
      [5, completed('a', 2)],
    );
    expect(shape(foldTimeline(emptyTimeline, events).tracks.a?.bars)).toEqual([
      ['failed', 0, 2],
      ['completed', 1, 5],
    ]);
  });

  //  all ─┬─ a: quick ──┐
  //       └─ b: slow ───┴─ (the first of them is enough)
  test('a fork names its branches, and one that is not waited for any more ends as cancelled', () => {
    const walk = walkRun(`
  all: { type: parallel, branches: { a: quick, b: slow }, join: any, next: done }
  quick: { type: cli, command: ["true"], next: join }
  slow: { type: wait, signal: never, next: join }
  done: { type: end }`);
    const { tracks } = foldTimeline(emptyTimeline, walk.events);
    const branches = tracks.all?.bars[0]?.branches ?? [];
    expect(branches.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(tracks.quick?.bars[0]?.position).toBe(branches[0]?.position);
    expect(tracks.slow?.bars).toMatchObject([
      { kind: 'waiting', cut: true, note: 'for the signal never', position: branches[1]?.position },
    ]);
    expect(tracks.slow?.bars[0]?.end).not.toBeNull();
  });

  test('what is under way when another branch ends the run is cancelled, and the round it ends in is as the run', () => {
    const events = eventsAt(
      [0, started('slow')],
      [0, { type: 'loop_iteration', node: 'again', visit: 1, data: { iteration: 1, max: 3 } }],
      [4, completed('over')],
      [4, runCompleted],
    );
    const { tracks } = foldTimeline(emptyTimeline, events);
    expect(shape(tracks.slow?.bars)).toEqual([['cancelled', 0, 4]]);
    expect(shape(tracks.over?.bars)).toEqual([['completed', 4, 4]]);
    expect(shape(tracks.again?.rounds)).toEqual([['completed', 0, 4]]);
  });

  //  each ─ (work) × 3
  test('the items of a map have bars of their own, at positions of their own', () => {
    const walk = walkRun(
      `
  each: { type: map, items: [x, y, z], body: work, next: done }
  work: { type: cli, command: ["true"], on_failure: skip, next: join }
  done: { type: end }`,
      { outcome: ({ visit }) => (visit === 2 ? broken() : ok()) },
    );
    const { tracks } = foldTimeline(emptyTimeline, walk.events);
    expect(tracks.each?.bars[0]?.branches?.map(({ item }) => item)).toEqual(['x', 'y', 'z']);
    const bars = tracks.work?.bars ?? [];
    expect(new Set(bars.map(({ position }) => position)).size).toBe(3);
    expect(bars.filter(({ visit }) => visit === 2).map(({ kind }) => kind)).toEqual(['failed', 'skipped']);
  });

  //  again ─ work ─┐
  //    └───────────┘ × 3
  test('each round of a loop is a segment, and the last one ends when the loop is left', () => {
    const walk = walkRun(`
  again: { type: loop, body: work, done: done, max: 3 }
  work: { type: cli, command: ["true"] }
  back: { type: end_loop, loop: again }
  done: { type: end }`);
    const timeline = foldTimeline(emptyTimeline, walk.events);
    expect(timeline.tracks.again?.rounds.map(({ visit, kind, end }) => [visit, kind, end !== null])).toEqual([
      [1, 'completed', true],
      [2, 'completed', true],
      [3, 'completed', true],
    ]);
    expect(timeline.tracks.work?.bars.map(({ visit }) => visit)).toEqual([1, 2, 3]);
    expect(timeline.taken[wayKey('back', 'again')]).toBe(3);
    expect(timeline.taken[wayKey('again', 'done')]).toBe(1);
  });

  test('what a wait waits for is said, and a skipped node leaves a mark', () => {
    const walk = walkRun(`
  pause: { type: wait, for: 5m }
  left_out: { type: cli, command: ["true"], enabled: false }
  done: { type: end }`);
    const { tracks } = foldTimeline(emptyTimeline, walk.events);
    expect(tracks.pause?.bars).toMatchObject([{ kind: 'waiting', note: expect.stringContaining('until 2026') }]);
    expect(tracks.left_out?.bars).toMatchObject([{ kind: 'skipped' }]);
  });

  test('an event that was folded already changes nothing', () => {
    const events = eventsAt([0, started('a')], [2, completed('a')]);
    const once = foldTimeline(emptyTimeline, events);
    expect(foldTimeline(once, events)).toEqual(once);
  });

  test('folding in batches equals folding at once and leaves untouched tracks as they were', () => {
    const events = eventsAt(
      [0, started('a')],
      [1, completed('a')],
      [1, started('b')],
      [2, completed('b')],
      [2, runCompleted],
    );
    const first = foldTimeline(emptyTimeline, events.slice(0, 2));
    const second = foldTimeline(first, events.slice(2, 4));
    expect(second.tracks.a).toBe(first.tracks.a);
    expect(foldTimeline(second, events.slice(4))).toEqual(foldTimeline(emptyTimeline, events));
  });
});
