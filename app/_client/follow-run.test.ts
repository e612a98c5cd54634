import { describe, expect, test } from 'vitest';
import type { Draft, RunEvent } from '#lib/engine/events.ts';
import { connectionAfter, reconnectDelay, restAfter } from './follow-run.ts';

const event = (draft: Draft) => ({ ...draft, seq: 1, at: '2026-01-01T00:00:00.000Z' }) as RunEvent;
const started = event({ type: 'run_started', data: {} });
const completed = event({ type: 'run_completed', data: { outcome: 'success', message: null } });
const restarted = event({ type: 'run_restarted', data: { by: 'ada', via: 'console', node: 'a', active: [] } });

describe('the connection', () => {
  test('ends with the last event of the run', () => {
    expect(connectionAfter([started, completed])).toBe('ended');
  });

  test('is live again when the run was taken back after its end', () => {
    expect(connectionAfter([started, completed, restarted])).toBe('live');
  });

  test('catches up while frames are full and is live when they are not', () => {
    expect(connectionAfter(Array.from({ length: 500 }, () => started))).toBe('catching_up');
    expect(connectionAfter([started])).toBe('live');
  });

  test('is tried again soon and never more than five seconds apart', () => {
    expect([1, 2, 3, 4, 9].map(reconnectDelay)).toEqual([500, 1000, 2000, 4000, 5000]);
  });

  test('draws at once what is drawn quickly, and leaves time to the reader after what was not', () => {
    expect([0, 12, 30, 400].map(restAfter)).toEqual([0, 0, 60, 100]);
  });
});
