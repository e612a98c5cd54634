// The events of a run from a given number on, as they come: no gap, no repeat, and an end when the run has ended.
import type { Needs } from '../console/console.ts';
import { endTypes } from '../engine/event-types.ts';
import type { RunEvent } from '../engine/events.ts';
import { createAlarm } from './alarm.ts';

const pageSize = 500;

export type StreamItem = { kind: 'events'; events: RunEvent[] } | { kind: 'quiet' } | { kind: 'end' };

export async function* runEvents(
  house: Needs<'notifier' | 'store'>,
  runId: string,
  after: number,
  signal: AbortSignal,
  quietAfter = 15_000,
): AsyncGenerator<StreamItem> {
  const alarm = createAlarm();
  const stop = house.notifier.onRunChange(runId, alarm.ring);
  let seen = after;
  try {
    // A reader who has already seen the last event must be told that it was the last.
    const last = await house.store.readEvents(runId, { limit: 1, newest: true });
    let hasEnded = last.some((event) => endTypes.has(event.type) && event.seq <= seen);
    while (!signal.aborted) {
      const events = await house.store.readEvents(runId, { after: seen, limit: pageSize });
      const newest = events.at(-1);
      if (newest) {
        seen = newest.seq;
        hasEnded = endTypes.has(newest.type);
        yield { kind: 'events', events };
      }
      // A run that was taken back goes on after an end: only the newest event of all can be the last.
      if (events.length === pageSize) continue;
      if (hasEnded) break;
      if ((await alarm.wait(signal, quietAfter)) === 'quiet') yield { kind: 'quiet' };
    }
    if (hasEnded && !signal.aborted) yield { kind: 'end' };
  } finally {
    stop();
  }
}
