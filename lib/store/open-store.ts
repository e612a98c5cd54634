// The store on SQLite. The engine's hot path (commit, and what streams and resuming read) uses the driver; lists, links,
// sessions and the rest are Prisma queries. The database must have been migrated before.
import { artifactQueries } from './artifacts.ts';
import { checkpointQueries } from './checkpoints.ts';
import { connectDriver, connectPrisma } from './connect.ts';
import { deliveryQueries } from './deliveries.ts';
import { eventStatements } from './events.ts';
import { gateQueries, gateStatements } from './gates.ts';
import { groupCommit } from './group-commit.ts';
import { linkQueries } from './links.ts';
import { createLock } from './lock.ts';
import { retentionQueries } from './retention-queries.ts';
import { runQueries } from './run-queries.ts';
import { runStatements } from './runs.ts';
import { serverApprovalQueries } from './server-approvals.ts';
import { sessionQueries } from './sessions.ts';
import { settingQueries } from './settings.ts';
import { snapshotStatements } from './snapshots.ts';
import { sqliteSize } from './sqlite-size.ts';
import type { Store } from './store.ts';
import { workflowVersionQueries } from './workflow-versions.ts';

export async function openStore({ file }: { file: string }): Promise<Store> {
  const lock = createLock();
  const db = connectDriver(file);
  const prisma = await connectPrisma(file, lock);
  const writer = groupCommit(db, lock);
  const runs = runStatements(db);
  const events = eventStatements(db);
  const snapshots = snapshotStatements(db);
  const gates = gateStatements(db);

  return {
    commit: writer.commit,
    readRun: async (id) => runs.read(id),
    readSealed: async (id) => runs.readSealed(id),
    findRunByKey: async (startedBy, key) => runs.findByKey(startedBy, key),
    readEvents: async (runId, range) => events.read(runId, range),
    readSnapshot: async (runId, atOrBefore) => snapshots.read(runId, atOrBefore),
    readGate: async (runId, gateId) => gates.read(runId, gateId),
    ...runQueries(prisma),
    ...retentionQueries(prisma),
    databaseSize: () => sqliteSize(file),
    ...gateQueries(prisma),
    ...artifactQueries(prisma),
    ...checkpointQueries(prisma),
    ...workflowVersionQueries(prisma),
    ...serverApprovalQueries(prisma),
    ...deliveryQueries(prisma),
    ...linkQueries(prisma),
    ...sessionQueries(prisma),
    ...settingQueries(prisma),
    async close() {
      await writer.close();
      await prisma.$disconnect();
      db.close();
    },
  };
}
