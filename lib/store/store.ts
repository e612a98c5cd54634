// The contract of a store: what every database must do for the engine, and the records it keeps.
// A commit is whole or nothing. Appending with the expected sequence number is the lock: one writer a run.
import type { EventType, RunEvent } from '../engine/events.ts';
import type { RunGate } from '../engine/fold/gate-changes.ts';
import type { RunArtifact, RunState, RunStatus } from '../engine/state.ts';

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
  waitingOn: string | null;
  startedBy: string;
  message: string | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** When the run wants to be looked at again by itself (a timer); null when only an outside event moves it. */
  wakeAt: string | null;
  inputs: Record<string, unknown>;
  archived: boolean;
  parent: string | null;
  /** Runs of a workflow with the same key share its limit; null when it has none. */
  concurrencyKey: string | null;
};

export type GateRecord = RunGate;

export type ArtifactRecord = RunArtifact & {
  run: string;
  /** Where the bytes are, relative to the data directory. */
  file: string;
};

export type CheckpointRecord = { run: string; name: string; seq: number; label: string; state: unknown };

export type DeliveryChannel = 'webhook' | 'mail';

/** One message to one recipient about one event. Its id stays the same however often it is tried. */
export type NewDelivery = { id: string; seq: number; channel: DeliveryChannel; target: string; createdAt: string };
export type DeliveryRecord = NewDelivery & {
  run: string;
  status: 'pending' | 'sent' | 'failed';
  attempts: number;
  nextAt: string;
  lastError: string | null;
};

export type WorkflowVersion = {
  id: string;
  workflow: string;
  name: string;
  version: string;
  source: string;
  createdAt: string;
};

export type NewRun = {
  run: RunRecord;
  workflowVersion: WorkflowVersion;
  /** Scoped by who asked; the same key again gives the first run. */
  idempotencyKey: string | null;
  /** The values of its secret inputs, sealed by whoever holds the key; given out only by `readSealed`. */
  sealed?: string | null;
};

export type Commit = {
  runId: string;
  /** The sequence number the writer has seen; events continue from it. */
  expectedSeq: number;
  events: RunEvent[];
  /** Set on the first commit of a run, which also creates its row and its workflow version (if new). */
  create?: NewRun;
  row?: Partial<
    Pick<
      RunRecord,
      | 'status'
      | 'done'
      | 'total'
      | 'currentNode'
      | 'currentType'
      | 'waitingOn'
      | 'message'
      | 'startedAt'
      | 'endedAt'
      | 'wakeAt'
      | 'archived'
    >
  >;
  /** Upserted by (run, id). */
  gates?: GateRecord[];
  artifacts?: ArtifactRecord[];
  checkpoints?: CheckpointRecord[];
  snapshot?: RunState;
  /** Who is to be told about these events. */
  deliveries?: NewDelivery[];
  approveServer?: { hash: string; server: string; workflow: string; by: string; at: string };
};

export type CommitResult =
  | { ok: true }
  | { ok: false; reason: 'stale' }
  | { ok: false; reason: 'duplicate_key'; runId: string };

export type RunFilter = {
  status?: RunStatus[];
  workflow?: string;
  q?: string;
  archived?: boolean;
  cursor?: string;
  limit?: number;
};

export type LinkRecord = {
  id: string;
  run: string;
  gate: string;
  tokenHash: string;
  name: string | null;
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
};

export type SessionRecord = {
  id: string;
  tokenHash: string;
  principal: string;
  createdAt: string;
  expiresAt: string;
  lastSeenAt: string;
};
export type SignInLinkRecord = { tokenHash: string; principal: string; expiresAt: string };

export type Store = {
  /** Grouped with the commits of other runs; resolved only after the database has synced it to disk. */
  commit(commit: Commit): Promise<CommitResult>;

  readRun(id: string): Promise<RunRecord | null>;
  readSealed(id: string): Promise<string | null>;
  /** The run that was started with this idempotency key. */
  findRunByKey(startedBy: string, key: string): Promise<string | null>;
  listRuns(filter: RunFilter): Promise<{ runs: RunRecord[]; next: string | null }>;
  countRuns(): Promise<Record<RunStatus, number>>;
  /** Runs that somebody must work on: queued and running ones, not those that only wait. */
  listUnfinishedRuns(): Promise<string[]>;
  /** Runs whose wakeAt is at or before the given time. */
  listDueRuns(at: string): Promise<string[]>;
  nextWakeAt(): Promise<string | null>;
  /** Runs with something to do, and waiting ones that no time or gate will bring up or whose wakeAt is before `overdue`. */
  listIdleRuns(overdue: string): Promise<string[]>;

  /** Of the runs that share a limit: how many have begun and not ended, and which is the first of those still queued. */
  readSlots(of: Pick<RunRecord, 'workflow' | 'concurrencyKey'>): Promise<{ held: number; next: string | null }>;

  /**
   * Takes an ended run away with everything that hangs on it, whole or not at all. False when nothing was deleted: there
   * is no such run, it has not ended, or it is archived and those are spared.
   */
  deleteRun(id: string, options?: { spareArchived?: boolean }): Promise<boolean>;
  /** Ended runs that are not archived, the one that ended first coming first. */
  listEndedRuns(filter: { before?: string; limit: number }): Promise<string[]>;
  countEndedRuns(): Promise<number>;
  /** Which of these runs exist. */
  knownRuns(ids: string[]): Promise<string[]>;
  /** What the database takes on the disk, in bytes. */
  databaseSize(): Promise<number>;

  /** Always in ascending order; with `newest` the last `limit` of the range, else the first. */
  readEvents(
    runId: string,
    range: { after?: number; before?: number; limit: number; newest?: boolean; types?: EventType[] },
  ): Promise<RunEvent[]>;
  readSnapshot(runId: string, atOrBefore?: number): Promise<RunState | null>;
  readWorkflowVersion(id: string): Promise<WorkflowVersion | null>;
  saveWorkflowVersion(version: WorkflowVersion): Promise<void>;
  listWorkflowVersions(workflow: string): Promise<WorkflowVersion[]>;

  readGate(runId: string, gateId: string): Promise<GateRecord | null>;
  listGates(filter: { run?: string; status?: GateRecord['status']; limit?: number }): Promise<GateRecord[]>;
  countOpenGates(): Promise<number>;

  readArtifact(runId: string, id: string): Promise<ArtifactRecord | null>;
  listArtifacts(runId: string): Promise<ArtifactRecord[]>;
  readCheckpoint(runId: string, name: string): Promise<CheckpointRecord | null>;
  listCheckpoints(runId: string): Promise<CheckpointRecord[]>;

  approvedServers(hashes: string[]): Promise<string[]>;

  /** The pending delivery that is due first, of all recipients but these. */
  nextDelivery(exceptTargets: string[]): Promise<DeliveryRecord | null>;
  /** Newest first. */
  listDeliveries(filter: { limit: number }): Promise<DeliveryRecord[]>;
  saveDeliveryAttempt(
    attempt: Pick<DeliveryRecord, 'id' | 'status' | 'attempts' | 'nextAt' | 'lastError'>,
  ): Promise<void>;

  createLink(link: LinkRecord): Promise<void>;
  findLink(tokenHash: string): Promise<LinkRecord | null>;
  listLinks(runId: string, gateId: string): Promise<LinkRecord[]>;
  revokeLink(runId: string, gateId: string, linkId: string, at: string): Promise<boolean>;

  createSession(session: SessionRecord): Promise<void>;
  findSession(tokenHash: string): Promise<SessionRecord | null>;
  touchSession(id: string, at: string): Promise<void>;
  deleteSession(id: string): Promise<void>;
  createSignInLink(link: SignInLinkRecord): Promise<void>;
  /** Takes the link away and returns it: it works once. */
  takeSignInLink(tokenHash: string): Promise<SignInLinkRecord | null>;

  readSetting(key: string): Promise<string | null>;
  saveSetting(key: string, value: string): Promise<void>;

  close(): Promise<void>;
};
