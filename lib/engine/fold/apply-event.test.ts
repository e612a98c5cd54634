import { describe, expect, test } from 'vitest';
import { answer, draftAnswer, eventsOf, firstSecond, openGate, record, walkRun } from '../../testing/engine/walk.ts';
import type { RunEvent } from '../events.ts';
import { historyTail, warningsKept } from '../state.ts';
import { applyEvent } from './apply-event.ts';

describe('which event is legal when', () => {
  test('a run begins with run_created', () => {
    const event: RunEvent = { seq: 1, at: firstSecond, type: 'run_started', data: {} };
    expect(() => applyEvent(null, event)).toThrow('begins with run_created');
  });

  test('events follow each other without a gap and without a repeat', () => {
    const walk = walkRun('  ask: { type: gate, kind: approval }');
    const paused = { at: firstSecond, type: 'run_paused' as const, data: { by: 'ada', via: 'test' } };
    for (const seq of [walk.state.seq, walk.state.seq + 2]) {
      expect(() => applyEvent(walk.state, { ...paused, seq })).toThrow(`does not follow event ${walk.state.seq}`);
    }
  });

  test('nothing comes after the end of the run', () => {
    const walk = walkRun('  done: { type: end }');
    expect(() => record(walk, [{ type: 'run_started', data: {} }])).toThrow('after the end of the run');
  });

  test('a gate is answered once; the first answer wins', () => {
    const walk = walkRun('  ask: { type: gate, kind: approval }\n  next_one: { type: gate, kind: approval }');
    const first = openGate(walk);
    answer(walk, 'yes', {}, 'ada');
    expect(() => record(walk, [draftAnswer(first, { option: 'no', by: 'grace' }, firstSecond)])).toThrow('is not open');
    expect(walk.state.user_responses.ask?.id).toBe('yes');
  });
});

describe('status is folded from events', () => {
  test('queued → running → waiting → paused → waiting → running → completed', () => {
    const walk = walkRun('  ask: { type: gate, kind: approval }');
    record(walk, [{ type: 'run_paused', data: { by: 'ada', via: 'test' } }]);
    record(walk, [{ type: 'run_resumed', data: { by: 'ada', via: 'test' } }]);
    answer(walk, 'yes');
    let state: ReturnType<typeof applyEvent> | null = null;
    const statuses = walk.events.map((event) => {
      state = applyEvent(state, event);
      return state.status;
    });
    expect(statuses.filter((status, index) => status !== statuses[index - 1])).toEqual([
      'queued',
      'running',
      'waiting',
      'paused',
      'waiting',
      'running',
      'completed',
    ]);
  });

  test('cancelling closes the open gates and what was under way', () => {
    const walk = walkRun('  ask: { type: gate, kind: approval }');
    record(walk, [{ type: 'run_cancelled', data: { by: 'ada', via: 'test', message: 'not today' } }]);
    expect(walk.state).toMatchObject({ status: 'cancelled', message: 'not today', gates: {}, active: [] });
    expect(walk.state.nodes.ask?.status).toBe('cancelled');
  });
});

describe('no step’s cost grows with the length of the run', () => {
  test('history keeps its length and a tail, warnings keep the newest', () => {
    const walk = walkRun(
      `
       work: { type: cli, command: [work], on_failure: skip, max_visits: 150 }
       back: { type: if, condition: "visit < 120", then: work, else: complete, max_visits: 150 }`,
      { outcome: () => ({ ok: false, error: { code: 'x', message: 'x' } }), mostSteps: 5000 },
    );
    expect(walk.state.history.length).toBe(360);
    expect(walk.state.history.tail).toHaveLength(historyTail);
    expect(walk.state.warnings).toHaveLength(warningsKept);
    expect(walk.state.warnings.at(-1)?.seq).toBe(eventsOf(walk, 'warning').at(-1)?.seq);
  });
});
