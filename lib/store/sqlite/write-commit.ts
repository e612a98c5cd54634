// Everything one commit writes, in one place. A refusal is decided before anything is written; whatever is thrown
// later undoes the whole commit, because the caller runs this inside a savepoint.
import type { Database } from 'better-sqlite3';
import { AppError } from '../../errors.ts';
import type { Commit, CommitResult } from '../contract/commits.ts';
import { artifactStatements } from './artifacts.ts';
import { auditStatements } from './audit.ts';
import { checkpointStatements } from './checkpoints.ts';
import { deliveryStatements } from './deliveries.ts';
import { eventStatements } from './events.ts';
import { gateStatements } from './gates.ts';
import { runStatements } from './runs.ts';
import { serverApprovalStatements } from './server-approvals.ts';
import { snapshotStatements } from './snapshots.ts';
import { workflowVersionStatements } from './workflow-versions.ts';

export function commitWriter(db: Database): (commit: Commit) => CommitResult {
  const runs = runStatements(db);
  const events = eventStatements(db);
  const gates = gateStatements(db);
  const artifacts = artifactStatements(db);
  const checkpoints = checkpointStatements(db);
  const snapshots = snapshotStatements(db);
  const versions = workflowVersionStatements(db);
  const deliveries = deliveryStatements(db);
  const approvals = serverApprovalStatements(db);
  const audit = auditStatements(db);

  return (commit) => {
    const { runId, expectedSeq, create } = commit;
    assertNumbered(commit);
    const seq = expectedSeq + commit.events.length;
    if (create) {
      const refusal = runs.refusal(create);
      if (refusal) return refusal;
      versions.save(create.workflowVersion);
      runs.create(create, expectedSeq);
    }
    if (commit.text) versions.save(commit.text);
    if (!runs.advance(runId, expectedSeq, seq, commit.row)) return { ok: false, reason: 'stale' };
    events.append(runId, commit.events);
    for (const gate of commit.gates ?? []) gates.save(gate);
    for (const artifact of commit.artifacts ?? []) artifacts.save(artifact);
    for (const checkpoint of commit.checkpoints ?? []) checkpoints.save(checkpoint);
    if (commit.snapshot) snapshots.save(runId, commit.snapshot);
    for (const delivery of commit.deliveries ?? []) deliveries.save(runId, delivery);
    if (commit.approveServer) approvals.save(commit.approveServer);
    for (const entry of commit.audit ?? []) audit.save(entry);
    return { ok: true };
  };
}

/** A gap in the numbers would look like a lost event for ever. */
function assertNumbered({ runId, expectedSeq, events, create }: Commit) {
  const wrong = events.findIndex((event, index) => event.seq !== expectedSeq + index + 1);
  if (wrong !== -1) {
    throw new AppError(
      'internal',
      `Event ${wrong} of a commit to run ${runId} is numbered ${events[wrong]?.seq}, not ${expectedSeq + wrong + 1}.`,
      { kind: 'bug' },
    );
  }
  if (create && (create.run.id !== runId || expectedSeq !== 0)) {
    throw new AppError('internal', `The commit that creates run ${create.run.id} must be its first.`, { kind: 'bug' });
  }
}
