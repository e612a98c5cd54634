// Times as filters say them: a time, a date, how long ago (`24h`, `7d`), or `today`. Days are those of the console's clock.
import { z } from 'zod';
import { parseDuration } from '../../nodes/parts/duration.ts';

const day = /^(\d{4})-(\d{2})-(\d{2})$/;
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Null when it says no time. A day as a `beginning` is its first moment, as an `end` the first one after it. */
export function momentOf(said: string, now: Date, edge: 'beginning' | 'end'): string | null {
  const ago = parseDuration(said);
  if (ago !== null) return written(new Date(now.getTime() - ago));
  const [, year, month, date] = day.exec(said === 'today' ? dayOf(now) : said) ?? [];
  if (year === undefined) return time.test(said) ? written(new Date(said)) : null;
  const start = new Date(Number(year), Number(month) - 1, Number(date));
  if (start.getMonth() !== Number(month) - 1) return null;
  if (edge === 'end') start.setDate(start.getDate() + 1);
  return written(start);
}

/** The day that a time is in, as `2026-11-18`. */
export function dayOf(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function written(at: Date): string | null {
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

export const isWhen = (said: string) => momentOf(said, new Date(), 'beginning') !== null;

const allowed = 'a time, a date like 2026-11-18, how long ago as in 24h or 7d, or today';
export const when = () => z.string().refine(isWhen, allowed).describe(allowed);
