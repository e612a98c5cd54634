// Durations are written as <n>ms|s|m|h|d, and only so.
import { z } from 'zod';

const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
export const durationPattern = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/** Whatever is later than that has no date of four digits for its year, by which times are sorted. */
const longest = 1_000_000 * unit.d;

function written(text: string): number | null {
  const match = durationPattern.exec(text);
  return match ? Math.round(Number(match[1]) * unit[match[2] as keyof typeof unit]) : null;
}

/** Never more than the longest, also where a value of a run says so. */
export function parseDuration(text: string): number | null {
  const value = written(text);
  return value === null ? null : Math.min(value, longest);
}

export const duration = z
  .string()
  .refine((text) => parseDuration(text) !== null, {
    message: 'is not a duration; write a number with ms, s, m, h or d, like 30s or 2h',
  })
  .refine((text) => (written(text) ?? 0) <= longest, {
    message: 'is longer than 1000000d, which is the longest there is',
  })
  .describe('A duration: a number with ms, s, m, h or d');

export function milliseconds(text: string): number {
  return parseDuration(text) ?? 0;
}
