import { expect, test } from 'vitest';
import { duration, milliseconds, parseDuration } from './duration.ts';

test.each([
  ['250ms', 250],
  ['30s', 30_000],
  ['1.5m', 90_000],
  ['2h', 7_200_000],
  ['2d', 172_800_000],
])('%s is %d milliseconds', (text, value) => {
  expect(milliseconds(text)).toBe(value);
});

test.each(['', '5', 's', '-1s', '1 s', '1w', '1h30m', '1e3s'])('%j is not a duration', (text) => {
  expect(parseDuration(text)).toBe(null);
  expect(duration.safeParse(text).success).toBe(false);
});

test('F13 what is longer than ten years is refused in a file, and is ten years where a run gives it', () => {
  for (const text of [`${'9'.repeat(400)}s`, `${'9'.repeat(400)}ms`, '3651d', '87601h']) {
    const [issue] = duration.safeParse(text).error?.issues ?? [];
    expect(issue?.message).toContain('is longer than 3650d');
    expect(milliseconds(text)).toBe(milliseconds('3650d'));
  }
  expect(duration.safeParse('3650d').success).toBe(true);
});
