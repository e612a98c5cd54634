import type { EventType, RunEvent } from '../../engine/events.ts';

/** `after` and `before` are themselves outside the range. */
export type EventRange = {
  after?: number;
  before?: number;
  limit: number;
  newest?: boolean;
  types?: EventType[];
  /** Only those of this node, and of this visit of it. */
  node?: string;
  visit?: number;
};

export type EventStore = {
  /** Always in ascending order; with `newest` the last `limit` of the range, else the first. */
  readEvents(runId: string, range: EventRange): Promise<RunEvent[]>;
};
