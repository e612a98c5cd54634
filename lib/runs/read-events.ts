// Pages of a run's events. Forward from `after`; with only `before`, the newest ones before it.
import type { Needs } from '../console/console.ts';
import type { RunEvent } from '../engine/events.ts';
import { AppError } from '../errors.ts';

const most = 1000;

type Range = {
  after?: number | undefined;
  before?: number | undefined;
  limit?: number | undefined;
  node?: string | undefined;
  visit?: number | undefined;
};

export async function readEvents(
  house: Needs<'store'>,
  runId: string,
  range: Range,
): Promise<{ events: RunEvent[]; next: number | null }> {
  const store = house.store;
  if (!(await store.readRun(runId))) throw new AppError('not_found', `There is no run "${runId}"`);
  const limit = Math.min(most, Math.max(1, range.limit ?? most));
  const newest = range.after === undefined && range.before !== undefined;
  const events = await store.readEvents(runId, {
    limit,
    newest,
    ...(range.after === undefined ? {} : { after: range.after }),
    ...(range.before === undefined ? {} : { before: range.before }),
    ...(range.node === undefined ? {} : { node: range.node }),
    ...(range.visit === undefined ? {} : { visit: range.visit }),
  });
  return { events, next: events.length < limit || newest ? null : (events.at(-1)?.seq ?? null) };
}
