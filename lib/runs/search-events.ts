// Looks through all the events of a run, however many, for those that fit a filter. A page of them at a time, so that
// whoever else wants the console gets a turn in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Needs } from '../console/console.ts';
import type { RunEvent } from '../engine/events.ts';
import { type EventFilter, eventMatcher } from '../engine/view/event-filter.ts';
import { findNode } from '../workflow/graph.ts';
import { readNames } from './read-run.ts';

const pageSize = 500;
const most = 500;

export type EventSearch = EventFilter & {
  after?: number | undefined;
  before?: number | undefined;
  limit?: number | undefined;
};

/** `count` of all that fit, as far as event `up_to`; null where only a part of the run was asked for. */
export type FoundEvents = { events: RunEvent[]; next: number | null; count: number | null; up_to: number };

/** The first ones after `after`; without it the newest, before `before` if that is given. */
export async function searchEvents(
  house: Needs<'store' | 'workflows'>,
  runId: string,
  { after, before, limit = most, ...filter }: EventSearch,
): Promise<FoundEvents> {
  const { graph } = await readNames(house, runId);
  const fits = eventMatcher(filter, (id) => findNode(graph, id)?.name || id);
  const wanted = Math.min(most, Math.max(1, limit));
  const isForwards = after !== undefined;
  const isAll = !isForwards && before === undefined;
  const found: RunEvent[] = [];
  let count = 0;
  let edge = isForwards ? after : (before ?? Number.MAX_SAFE_INTEGER);
  let upTo = 0;
  for (;;) {
    const range = isForwards ? { after: edge, before } : { before: edge };
    const page = await house.store.readEvents(runId, {
      ...Object.fromEntries(Object.entries(range).filter(([, value]) => value !== undefined)),
      limit: pageSize,
      newest: !isForwards,
    });
    upTo = Math.max(upTo, page.at(-1)?.seq ?? 0);
    for (const event of isForwards ? page : page.toReversed()) {
      if (!fits(event)) continue;
      count += 1;
      if (found.length < wanted) found.push(event);
    }
    const last = isForwards ? page.at(-1) : page[0];
    if (page.length < pageSize || !last || (!isAll && found.length >= wanted)) break;
    edge = last.seq;
    await nextTurn();
  }
  const events = isForwards ? found : found.reverse();
  const next = isForwards && found.length >= wanted ? (events.at(-1)?.seq ?? null) : null;
  return { events, next, count: isAll ? count : null, up_to: upTo };
}
