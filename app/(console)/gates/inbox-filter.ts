// What of the inbox an address shows: which gates, the words they are searched by, which page, and which one is unfolded.
import { paths } from '#lib/paths.ts';
import type { InboxView } from '#lib/runs/gates/list-gates.ts';
import type { GateWish } from '../../_client/queries.ts';

export const inboxTabs = ['mine', 'all', 'overdue', 'answered'] as const satisfies (InboxView | 'all')[];
export type InboxTab = (typeof inboxTabs)[number];

export type InboxPlace = { tab: InboxTab; q: string; cursor: string | undefined };

type Given = Record<string, string | string[] | undefined>;
const one = (given: string | string[] | undefined) => [given].flat()[0] ?? '';

export function readInboxPlace({ show, q, cursor }: Given): InboxPlace {
  const tab = inboxTabs.find((each) => each === one(show)) ?? 'mine';
  return { tab, q: one(q).trim().slice(0, 200), cursor: one(cursor) || undefined };
}

/** A gate's id is its own only within its run, so both are named. */
export const gateKey = ({ run, id }: { run: string; id: string }) => `${run}/${id}`;

export function readGateKey(given: string | string[] | undefined): { runId: string; gateId: string } | null {
  const [, runId, gateId] = /^([^/]+)\/([^/]+)$/.exec(one(given)) ?? [];
  return runId && gateId ? { runId, gateId } : null;
}

export function inboxAddress({ tab, q, cursor = '' }: InboxPlace, open = ''): string {
  const given = Object.entries({ show: tab === 'mine' ? '' : tab, q, cursor, open }).filter(([, value]) => value);
  return given.length > 0 ? `${paths.gates()}?${new URLSearchParams(given)}` : paths.gates();
}

export function wishOf({ tab, q, cursor }: InboxPlace): GateWish {
  return { show: tab === 'all' ? undefined : tab, q: q || undefined, cursor };
}
