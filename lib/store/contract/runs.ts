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
  /** What its models cost so far; null when they cost nothing. */
  cost: number | null;
};

/** Which runs; all that is said must hold. */
export type RunFilter = {
  status?: RunStatus[];
  workflow?: string;
  q?: string;
  startedBy?: string;
  /** Created at or after, and before, this time. */
  since?: string;
  until?: string;
  /** Ended at or after this time. */
  endedSince?: string;
  /** Only those with a question that is open, or with one about a failure. */
  asks?: boolean | 'failure';
  /** None but these. */
  ids?: string[];
  /** Inputs that are exactly this: a text as it is, anything else as JSON. */
  inputs?: Record<string, string>;
  archived?: boolean;
  /** Only what is for everybody or for one of these names. */
  seenBy?: string[];
};

export type RunPageFilter = RunFilter & {
  cursor?: string;
  limit?: number;
  /** From the cursor towards the newer ones, the nearest first. */
  isUpwards?: boolean;
};

/** Longer values of inputs are not looked for. */
export const longestInputValue = 200;

export type RunStore = {
  readRun(id: string): Promise<RunRecord | null>;
  readSealed(id: string): Promise<string | null>;
  /** The run that was started with this idempotency key. */
  findRunByKey(startedBy: string, key: string): Promise<string | null>;
  /** Newest first, a page at a time. */
  listRuns(filter: RunPageFilter): Promise<{ runs: RunRecord[]; next: string | null }>;
  /** Those of the list, by their state. */
  countRuns(filter?: RunFilter): Promise<Record<RunStatus, number>>;
  listRunIds(filter: RunFilter, limit: number): Promise<string[]>;
  /** What the inputs of these runs are called. */
  listInputNames(runs: string[]): Promise<string[]>;
  /** Whoever has started a run, by name. */
  listStarters(): Promise<string[]>;
};
