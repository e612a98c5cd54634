import { describe, expect, test } from 'vitest';
import { answer, broken, record, walkRun } from '../testing/engine/walk.ts';
import { applyEvent } from './fold/apply-event.ts';
import { progressOf } from './progress.ts';
import type { RunState } from './state.ts';

describe('progress is visits finished of distinct nodes / (those + nodes still reachable)', () => {
  // ┌───┐   ┌─────┐ yes ┌───┐   ┌──────┐
  // │ a ├──►│ ask ├────►│ b ├──►│ done │
  // └───┘   └──┬──┘     └───┘   └──────┘
  //            │ no                ▲
  //            └───────────────────┘
  const file = `
       a: { type: cli, command: [a] }
       ask: { type: gate, kind: approval, on: { yes: b, no: done } }
       b: { type: cli, command: [b] }
       done: { type: end }`;

  test('a run that waits counts what it has done and what can still come', () => {
    const walk = walkRun(file);
    expect(progressOf(walk.graph, walk.state)).toEqual({ done: 1, total: 4 });
  });

  test('the way that was not taken is not counted at the end', () => {
    const long = walkRun(file);
    answer(long, 'yes');
    expect(progressOf(long.graph, long.state)).toEqual({ done: 4, total: 4 });
    const short = walkRun(file);
    answer(short, 'no');
    expect(progressOf(short.graph, short.state)).toEqual({ done: 3, total: 3 });
  });

  // ┌──────┐   ┌──────┐
  // │ work ├──►│ back │──► complete
  // └──────┘◄──┴──────┘
  test('going round again counts a node once', () => {
    const walk = walkRun(`
       work: { type: cli, command: [work] }
       back: { type: if, condition: "work.visits < 5", then: work, else: complete }`);
    expect(progressOf(walk.graph, walk.state)).toEqual({ done: 2, total: 2 });
  });

  test('skipped counts as finished; a node that asks what now does not', () => {
    const walk = walkRun(file, { outcome: () => broken() });
    expect(progressOf(walk.graph, walk.state)).toEqual({ done: 0, total: 4 });
    answer(walk, 'skip');
    expect(progressOf(walk.graph, walk.state)).toEqual({ done: 1, total: 4 });
  });

  test('U22 a run that failed or was cancelled has left undone what it ended at and what could have come after', () => {
    const walk = walkRun(file, { outcome: () => broken() });
    answer(walk, 'abort');
    expect(walk.state.status).toBe('failed');
    expect(progressOf(walk.graph, walk.state)).toEqual({ done: 0, total: 4 });
    const cancelled = walkRun(file);
    record(cancelled, [{ type: 'run_cancelled', data: { by: 'owner', via: 'console', message: null } }]);
    expect(progressOf(cancelled.graph, cancelled.state)).toEqual({ done: 1, total: 4 });
  });

  test('U22 a failure that led on was got past', () => {
    const walk = walkRun(
      `
       a: { type: cli, command: [a], on_failure: over }
       b: { type: cli, command: [b] }
       over: { type: end, outcome: failure }`,
      { outcome: () => broken() },
    );
    expect(walk.state.status).toBe('failed');
    expect(progressOf(walk.graph, walk.state)).toEqual({ done: 2, total: 2 });
  });

  test('done is never more than total at any event of a run', () => {
    const { graph, events } = walkRun(file, { answer: () => ({ option: 'yes' }) });
    let state: RunState | null = null;
    for (const event of events) {
      state = applyEvent(state, event);
      const { done, total } = progressOf(graph, state);
      expect(done).toBeLessThanOrEqual(total);
    }
  });
});
