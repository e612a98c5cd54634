import { expect, test } from 'vitest';
import { isOverdue } from './gate-words.ts';

const opened_at = '2026-01-01T00:00:00.000Z';
const after = (hours: number) => Date.parse(opened_at) + hours * 3_600_000;

test('a gate is overdue once people are reminded of it', () => {
  const gate = { opened_at, remind_every: 4 * 3_600_000, expires_at: null };
  expect(isOverdue(gate, after(3))).toBe(false);
  expect(isOverdue(gate, after(4))).toBe(true);
  expect(isOverdue({ opened_at, expires_at: null }, after(1000))).toBe(false);
});
