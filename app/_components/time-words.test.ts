import { expect, test } from 'vitest';
import { clockDuration, exactTime, relativeTime, shortDuration } from './time-words.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const ago = (milliseconds: number) => relativeTime(new Date(now - milliseconds).toISOString(), now);

test('a relative time names the largest whole unit and turns into a date after two weeks', () => {
  expect([0, 12_000, 300_000, 7_200_000, 3 * 86_400_000].map(ago)).toEqual([
    'just now',
    '12 s ago',
    '5 min ago',
    '2 h ago',
    '3 d ago',
  ]);
  expect(ago(30 * 86_400_000)).toBe('8 Feb');
  expect(ago(100 * 86_400_000)).toBe('30 Nov 2025');
  expect(ago(-2 * 86_400_000)).toBe('in 2 d');
});

test('a clock shows minutes and seconds, then hours, then days, and never a negative time', () => {
  expect([-5, 41_000, 751_000, 3_723_000, 183_600_000].map(clockDuration)).toEqual([
    '00:00',
    '00:41',
    '12:31',
    '1:02:03',
    '2 d 03 h',
  ]);
});

test('a short duration has a unit', () => {
  expect([42, 400, 13_100, 720_000, 7_500_000, 97_200_000].map(shortDuration)).toEqual([
    '42 ms',
    '0.4 s',
    '13.1 s',
    '12 min',
    '2 h 5 min',
    '1 d 3 h',
  ]);
});

test('an exact time says its zone when it is not the reader’s', () => {
  expect(exactTime('2026-03-10T12:04:31.500Z', 'utc')).toBe('2026-03-10 12:04:31 UTC');
});
