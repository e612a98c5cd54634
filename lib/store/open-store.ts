// The store on SQLite. The engine's hot path (commit, and what streams and resuming read) uses the driver; lists, links,
// sessions and the rest are Prisma queries. The database must have been migrated before.

import { createLock } from '../lock.ts';
import type { Store } from './contract/store.ts';
import { linkQueries } from './prisma/links.ts';
import { retentionQueries } from './prisma/retention.ts';
import { runQueries } from './prisma/runs.ts';
import { sessionQueries } from './prisma/sessions.ts';
import { settingQueries } from './prisma/settings.ts';
import { artifactQueries } from './sqlite/artifacts.ts';
import { checkpointQueries } from './sqlite/checkpoints.ts';
import { connectDriver, connectPrisma } from './sqlite/connect.ts';
import { sqliteSize } from './sqlite/database-size.ts';
import { deliveryQueries } from './sqlite/deliveries.ts';
import { eventStatements } from './sqlite/events.ts';
import { gateQueries, gateStatements } from './sqlite/gates.ts';
import { groupCommit } from './sqlite/group-commit.ts';
import { runStatements } from './sqlite/runs.ts';
import { serverApprovalQueries } from './sqlite/server-approvals.ts';
import { snapshotStatements } from './sqlite/snapshots.ts';
import { workflowVersionQueries } from './sqlite/workflow-versions.ts';

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
