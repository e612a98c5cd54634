import type { EventType, RunEvent } from '../../engine/events.ts';

/** `after` and `before` are themselves outside the range. */
export type EventRange = { after?: number; before?: number; limit: number; newest?: boolean; types?: EventType[] };

export type EventStore = {
  /** Always in ascending order; with `newest` the last `limit` of the range, else the first. */
  readEvents(runId: string, range: EventRange): Promise<RunEvent[]>;
};
