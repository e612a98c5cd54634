// A list as it is written, or a text that becomes one when the run comes to it; and what may be gone through as one.
import { z } from 'zod';
import { ClientFailure } from './client-failure.ts';

export const listOrTemplate = z
  .union([
    z.string().startsWith('${', { message: 'must be a list, or a template that gives one' }),
    z.array(z.unknown()),
  ])
  .describe('A list, or a template that gives one');

export function checkedItems(what: string, items: unknown, most: number): unknown[] {
  if (!Array.isArray(items)) throw new Error(`${what} must be a list, not ${items === null ? 'null' : typeof items}`);
  if (items.length <= most) return items;
  const words = `${what} has ${items.length} entries; one list may have ${most} (GATEHOUSE_MAX_ITEMS)`;
  throw new ClientFailure('too_many_items', words);
}
