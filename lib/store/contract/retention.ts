import type { NewAuditEntry } from './audit.ts';

/** Which runs can go, and how much room there is. */
export type RetentionStore = {
  /**
   * Takes an ended run away with everything that hangs on it, whole or not at all. False when nothing was deleted: there
   * is no such run, it has not ended, or it is archived and those are spared.
   */
  deleteRun(id: string, audit: NewAuditEntry, options?: { spareArchived?: boolean }): Promise<boolean>;
  /** Ended runs that are not archived, the one that ended first coming first. */
  listEndedRuns(filter: { before?: string; limit: number }): Promise<string[]>;
  countEndedRuns(): Promise<number>;
  /** Which of these runs exist. */
  knownRuns(ids: string[]): Promise<string[]>;
  /** What the database takes on the disk, in bytes. */
  databaseSize(): Promise<number>;
};
