import { expect, test } from 'vitest';
import type { RunEvent } from '#lib/engine/events.ts';
import { eventPerson } from './event-person.ts';

const of = (data: Record<string, unknown>) => eventPerson({ data } as unknown as RunEvent);

test('whoever started, answered, voted, controlled or rolled back is named by the event', () => {
  expect(of({ started_by: 'Ada' })).toBe('Ada');
  expect(of({ by: 'Ada' })).toBe('Ada');
  expect(of({ answer: { by: 'Ada', via: 'session' } })).toBe('Ada');
  expect(of({ back: { by: 'Ada' } })).toBe('Ada');
  expect(of({ continues: { reason: 'tool', by: 'Ada' } })).toBe('Ada');
});

test('what the console did by itself is nobody’s', () => {
  expect(of({ answer: { by: 'auto', via: 'auto' } })).toBeNull();
  expect(of({ message: 'Done' })).toBeNull();
});
