import type { RunRecord } from './runs.ts';

/** Which runs somebody must work on, and when. */
export type WorkStore = {
  /** Queued and running ones, not those that only wait. Oldest first: whoever waited longest goes on first. */
  listUnfinishedRuns(): Promise<string[]>;
  /** Runs whose wakeAt is at or before `now`, or whose wakeOn is at or before `date`. */
  listDueRuns(now: string, date: string): Promise<string[]>;
  /** The first wakeAt after `now` and the first wakeOn after `date`. */
  nextWakeUp(now: string, date: string): Promise<{ now: string | null; date: string | null }>;
  /**
   * Runs that somebody must work on, and waiting ones of which the row does not say who or what will bring them on, or
   * which are late: their wakeAt is before `now`, or their wakeOn before `date`. Not those that stand in a line: see readSlots.
   */
  listIdleRuns(now: string, date: string): Promise<string[]>;
  /** How far these runs are, those that there are. */
  readStandings(ids: string[]): Promise<Pick<RunRecord, 'id' | 'seq' | 'status'>[]>;
  /** Of the runs that share a limit: how many have begun and not ended, and which is the first of those still queued. */
  readSlots(of: Pick<RunRecord, 'workflow' | 'concurrencyKey'>): Promise<{ held: number; next: string | null }>;
};
