import type { InboxView } from '#lib/runs/gates/list-gates.ts';

/** Whose gates the inbox shows: those asked of the reader, all of them, or those that wait too long. */
export type InboxFilter = InboxView | 'all';

export function readInboxFilter(given: string | string[] | undefined): InboxFilter {
  return given === 'mine' || given === 'overdue' ? given : 'all';
}
