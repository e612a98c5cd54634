// For tests of what is drawn over time: events at given seconds.
import type { Draft, RunEvent } from '../../engine/events.ts';

export const midnight = Date.parse('2026-01-01T00:00:00.000Z');

/** Events at the given seconds, numbered from 1. */
export function eventsAt(...drafts: [number, Draft][]): RunEvent[] {
  return drafts.map(
    ([second, draft], index) =>
      ({ ...draft, seq: index + 1, at: new Date(midnight + second * 1000).toISOString() }) as RunEvent,
  );
}

export const started = (node: string, attempt = 1, visit = 1): Draft => ({
  type: 'node_started',
  node,
  visit,
  attempt,
  data: { type: 'cli' },
});
export const completed = (node: string, visit = 1): Draft => ({
  type: 'node_completed',
  node,
  visit,
  attempt: 1,
  data: { output: null, outcome: {} },
});
export const error = { code: 'exit', message: 'exit code 1' };
export const gateOpened = (node: string): Draft => ({
  type: 'gate_opened',
  node,
  visit: 1,
  data: {
    gate: {
      id: 'g1',
      node,
      visit: 1,
      purpose: 'node',
      kind: 'approval',
      slot: 'self',
      message: 'Looks right?',
      options: [],
      fields: [],
      show: [],
      assignees: [],
      opened_at: '',
      expires_at: null,
      expires_then: null,
    },
  },
});
export const gateAnswered = (node: string): Draft => ({
  type: 'gate_answered',
  node,
  visit: 1,
  data: {
    gate: 'g1',
    shown: '',
    answer: { option: 'yes', values: {}, comment: null, by: 'owner', via: 'console', at: '' },
  },
});
export const runCompleted: Draft = { type: 'run_completed', data: { outcome: 'success', message: null } };
