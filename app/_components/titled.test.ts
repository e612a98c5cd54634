import { expect, test } from 'vitest';
import { titled } from './titled.ts';

test('the count stands before the title once, and not at all when nothing waits', () => {
  expect(titled(2, 'Runs · Gatehouse')).toBe('(2) Runs · Gatehouse');
  expect(titled(3, '(2) Runs · Gatehouse')).toBe('(3) Runs · Gatehouse');
  expect(titled(100, '(99) Runs')).toBe('(99+) Runs');
  expect(titled(0, '(99+) Runs')).toBe('Runs');
  expect(titled(1, 'Hello (2) you')).toBe('(1) Hello (2) you');
});
