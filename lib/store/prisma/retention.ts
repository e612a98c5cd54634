// Taking runs away. Only an ended run can go, and the condition is part of the statement: whoever takes it up again in
// between either keeps it or finds it gone, never half. Events, gates, links and the rest go with its row by reference.
import type { RetentionStore } from '../contract/retention.ts';
import type { PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';
import { ended } from './runs.ts';

const endedAndKept = { status: { in: ended }, archived: false };

export function retentionQueries(prisma: PrismaClient): Omit<RetentionStore, 'databaseSize'> {
  return {
    async deleteRun(id, audit, { spareArchived = false } = {}) {
      const where = { id, status: { in: ended }, ...(spareArchived ? { archived: false } : {}) };
      const isDeleted = ({ count }: { count: number }) => count === 1;
      return isDeleted(await withAudit(prisma, audit, (tx) => tx.run.deleteMany({ where }), isDeleted));
    },

    async listEndedRuns({ before, limit }) {
      const rows = await prisma.run.findMany({
        where: { ...endedAndKept, endedAt: before === undefined ? { not: null } : { lt: before } },
        orderBy: [{ endedAt: 'asc' }, { id: 'asc' }],
        select: { id: true },
        take: limit,
      });
      return rows.map(({ id }) => id);
    },

    countEndedRuns: () => prisma.run.count({ where: endedAndKept }),

    async knownRuns(ids) {
      const rows = await prisma.run.findMany({ where: { id: { in: ids } }, select: { id: true } });
      return rows.map(({ id }) => id);
    },
  };
}
