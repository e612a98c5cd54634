// The timeline of a whole run and what is known of its nodes, as its page draws them. Folded once; after that only what came
// since is read. Other requests get their turn between two pages of events: the database is read synchronously.
import { setImmediate } from 'node:timers/promises';
import type { Needs } from '../console/console.ts';
import { viewTypes } from '../engine/event-concerns.ts';
import { foldHistory, noHistory, type RunHistory } from '../engine/view/run-history.ts';
import { thinTimeline } from '../engine/view/thin-timeline.ts';
import type { TimeWindow } from '../engine/view/time/time-window.ts';
import type { Timeline } from '../engine/view/timeline.ts';
import { AppError } from '../errors.ts';

const pageSize = 2000;
const mostKept = 20;

type House = Needs<'store' | 'histories' | 'clock'>;

/** The timeline alone, in that part as fine as it can be drawn. */
export async function readTimeline(house: House, runId: string, window: TimeWindow | null): Promise<Timeline> {
  const record = await house.store.readRun(runId);
  if (!record) throw new AppError('not_found', `There is no run "${runId}"`);
  return (await readHistory(house, runId, record.seq, window)).timeline;
}

/** As a page is sent it. */
export async function readHistory(
  house: House,
  runId: string,
  upTo: number,
  window: TimeWindow | null = null,
): Promise<RunHistory> {
  const history = await readWholeHistory(house, runId, upTo);
  return { ...history, timeline: thinTimeline(history.timeline, house.clock.now(), window) };
}

/** At least up to event `upTo`; a page that is behind it drops what it is sent again. */
export async function readWholeHistory(house: House, runId: string, upTo: number): Promise<RunHistory> {
  let history = house.histories.get(runId) ?? noHistory;
  for (;;) {
    const range = { after: history.timeline.seq, before: upTo + 1, limit: pageSize, types: [...viewTypes] };
    const events = await house.store.readEvents(runId, range);
    history = foldHistory(history, events);
    if (events.length < pageSize) break;
    await setImmediate();
  }
  keep(house, runId, history);
  return history;
}

function keep({ histories }: House, runId: string, history: RunHistory): void {
  if ((histories.get(runId)?.timeline.seq ?? 0) > history.timeline.seq) return;
  histories.delete(runId);
  histories.set(runId, history);
  const oldest = histories.keys().next();
  if (histories.size > mostKept && !oldest.done) histories.delete(oldest.value);
}
