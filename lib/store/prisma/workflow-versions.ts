import type { WorkflowVersionStore } from '../contract/workflow-versions.ts';
import type { PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';

export function workflowVersionQueries(prisma: PrismaClient): WorkflowVersionStore {
  return {
    readWorkflowVersion: (id) => prisma.workflowVersion.findUnique({ where: { id } }),

    async saveWorkflowVersion(version, audit) {
      const { id, savedBy } = version;
      const saved = { where: { id }, create: version, update: { savedBy } };
      await withAudit(prisma, audit, (tx) => tx.workflowVersion.upsert(saved));
    },

    listWorkflowVersions: (workflow) =>
      prisma.workflowVersion.findMany({ where: { workflow }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),
  };
}
