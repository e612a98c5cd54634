import type { WorkflowVersionStore } from '../contract/workflow-versions.ts';
import type { PrismaClient } from '../generated/client.ts';

export function workflowVersionQueries(prisma: PrismaClient): WorkflowVersionStore {
  return {
    readWorkflowVersion: (id) => prisma.workflowVersion.findUnique({ where: { id } }),

    async saveWorkflowVersion(version) {
      const { id, savedBy } = version;
      await prisma.workflowVersion.upsert({ where: { id }, create: version, update: { savedBy } });
    },

    listWorkflowVersions: (workflow) =>
      prisma.workflowVersion.findMany({ where: { workflow }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),
  };
}
