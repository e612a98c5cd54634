// A commit is whole or nothing. Appending with the expected sequence number is the lock: one writer a run.
import type { RunEvent } from '../../engine/events.ts';
import type { RunState } from '../../engine/state.ts';
import type { ArtifactRecord } from './artifacts.ts';
import type { NewAuditEntry } from './audit.ts';
import type { CheckpointRecord } from './checkpoints.ts';
import type { NewDelivery } from './deliveries.ts';
import type { NamedGate } from './gates.ts';
import type { RunRecord } from './runs.ts';
import type { ServerApproval } from './server-approvals.ts';
import type { WorkflowVersion } from './workflow-versions.ts';

export type NewRun = {
  run: RunRecord;
  workflowVersion: WorkflowVersion;
  /** Scoped by who asked; the same key again gives the first run. */
  idempotencyKey: string | null;
  /** The values of its secret inputs, sealed by whoever holds the key; given out only by `readSealed`. */
  sealed?: string | null;
};

/** The columns that follow a run's events. */
export type RowChange = Partial<
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
    | 'wakeOn'
    | 'archived'
    | 'name'
    | 'version'
    | 'versionId'
    | 'cost'
  >
>;

export type Commit = {
  runId: string;
  /** The sequence number the writer has seen; events continue from it. */
  expectedSeq: number;
  events: RunEvent[];
  /** Set on the first commit of a run, which also creates its row and its workflow version (if new). */
  create?: NewRun;
  row?: RowChange;
  /** A text that the run follows from here on; the row names it. */
  text?: WorkflowVersion;
  /** Upserted by (run, id). */
  gates?: NamedGate[];
  artifacts?: ArtifactRecord[];
  checkpoints?: CheckpointRecord[];
  snapshot?: RunState;
  /** Who is to be told about these events. */
  deliveries?: NewDelivery[];
  approveServer?: ServerApproval;
  /** What people did that these events tell of. */
  audit?: NewAuditEntry[];
};

export type CommitResult =
  | { ok: true }
  | { ok: false; reason: 'stale' }
  | { ok: false; reason: 'duplicate_key'; runId: string };

export type CommitStore = {
  /** Grouped with the commits of other runs; resolved only after the database has synced it to disk. */
  commit(commit: Commit): Promise<CommitResult>;
};
