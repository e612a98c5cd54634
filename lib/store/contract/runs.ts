import type { RunStatus } from '../../engine/state.ts';

/** The row of a run: a cache of its events, for lists. */
export type RunRecord = {
  id: string;
  workflow: string;
  name: string;
  version: string;
  versionId: string;
  status: RunStatus;
  seq: number;
  done: number;
  total: number;
  currentNode: string | null;
  currentType: string | null;
  /** Who or what from outside brings the run on: people, or a signal. */
  waitingOn: string | null;
  startedBy: string;
  message: string | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** When the run wants to be looked at again by itself: the end of a duration. */
  wakeAt: string | null;
  /** The same for a date, which the wall clock tells. */
  wakeOn: string | null;
  inputs: Record<string, unknown>;
  archived: boolean;
  parent: string | null;
  /** Runs of a workflow with the same key share its limit; null when it has none. */
  concurrencyKey: string | null;
  /** Who may see it, as people and groups; null is everybody. */
  see: string[] | null;
};

export type RunFilter = {
  status?: RunStatus[];
  workflow?: string;
  q?: string;
  archived?: boolean;
  /** Only what is for everybody or for one of these names. */
  seenBy?: string[];
  cursor?: string;
  limit?: number;
};

export type RunStore = {
  readRun(id: string): Promise<RunRecord | null>;
  readSealed(id: string): Promise<string | null>;
  /** The run that was started with this idempotency key. */
  findRunByKey(startedBy: string, key: string): Promise<string | null>;
  /** Newest first, a page at a time. */
  listRuns(filter: RunFilter): Promise<{ runs: RunRecord[]; next: string | null }>;
  /** Like the list, without archived runs. */
  countRuns(filter?: Pick<RunFilter, 'seenBy'>): Promise<Record<RunStatus, number>>;
};
