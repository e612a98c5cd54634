import { expect, test } from 'vitest';
import { isWhen, momentOf } from './when.ts';

const now = new Date(2026, 10, 18, 15, 30);
const local = (...parts: [number, number, number]) => new Date(...parts).toISOString();

test('a duration is that long ago, whichever end it is', () => {
  expect(momentOf('24h', now, 'beginning')).toBe(new Date(2026, 10, 17, 15, 30).toISOString());
  expect(momentOf('30m', now, 'end')).toBe(new Date(2026, 10, 18, 15, 0).toISOString());
});

test('a day begins with its first moment and ends with the first one after it', () => {
  expect(momentOf('today', now, 'beginning')).toBe(local(2026, 10, 18));
  expect(momentOf('2026-11-30', now, 'beginning')).toBe(local(2026, 10, 30));
  expect(momentOf('2026-11-30', now, 'end')).toBe(local(2026, 11, 1));
});

test('a time is taken as it is, and what says none is no filter', () => {
  expect(momentOf('2026-11-18T10:00:00+01:00', now, 'end')).toBe('2026-11-18T09:00:00.000Z');
  for (const said of ['', 'soon', '2026-02-31', '2026-13-01', '2026-11-18T99:99', '-1h'])
    expect(isWhen(said)).toBe(false);
});
