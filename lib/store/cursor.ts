// Where a page of a list ended: names the last thing on it, not a position, so that what comes in between neither repeats
// nor hides one. Opaque to whoever carries it.
import { AppError } from '../errors.ts';

export function writeCursor(parts: string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url');
}

/** As many parts as there were; ids and times have no spaces. */
export function readCursor<const Parts extends string[]>(cursor: string, count: Parts['length']): Parts {
  const parts = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (parts.length === count && parts.every(Boolean)) return parts as Parts;
  throw new AppError('bad_request', 'The cursor is not one that this list gave out; start again without it.');
}

/** What was read with one more than the page holds, and where it goes on. */
export function pageOf<Item>(rows: Item[], limit: number, cursorOf: (last: Item) => string) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: last && rows.length > limit ? cursorOf(last) : null };
}
