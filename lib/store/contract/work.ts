import type { RunRecord } from './runs.ts';

/** Which runs somebody must work on, and when. */
export type WorkStore = {
  /** Queued and running ones, not those that only wait. Oldest first: whoever waited longest goes on first. */
  listUnfinishedRuns(): Promise<string[]>;
  /** Runs whose wakeAt is at or before the given time. */
  listDueRuns(at: string): Promise<string[]>;
  nextWakeAt(): Promise<string | null>;
  /** Runs with something to do, and waiting ones that no time or gate will bring up or whose wakeAt is before `overdue`. */
  listIdleRuns(overdue: string): Promise<string[]>;
  /** Of the runs that share a limit: how many have begun and not ended, and which is the first of those still queued. */
  readSlots(of: Pick<RunRecord, 'workflow' | 'concurrencyKey'>): Promise<{ held: number; next: string | null }>;
};
