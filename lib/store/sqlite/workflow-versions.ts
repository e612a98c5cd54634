// The exact texts that runs started with. A version's id is the hash of what it holds, so saving it again changes nothing.
import type { Database } from 'better-sqlite3';
import type { Store, WorkflowVersion } from '../contract/store.ts';
import type { PrismaClient } from '../generated/client.ts';

export function workflowVersionStatements(db: Database) {
  const insert = db.prepare(
    `INSERT INTO "WorkflowVersion" (id, workflow, name, version, source, createdAt)
     VALUES (:id, :workflow, :name, :version, :source, :createdAt) ON CONFLICT (id) DO NOTHING`,
  );
  return { save: (version: WorkflowVersion) => insert.run(version) };
}

export function workflowVersionQueries(
  prisma: PrismaClient,
): Pick<Store, 'readWorkflowVersion' | 'saveWorkflowVersion' | 'listWorkflowVersions'> {
  return {
    readWorkflowVersion: (id) => prisma.workflowVersion.findUnique({ where: { id } }),

    async saveWorkflowVersion(version) {
      await prisma.workflowVersion.upsert({ where: { id: version.id }, create: version, update: {} });
    },

    /** Newest first. */
    listWorkflowVersions: (workflow) =>
      prisma.workflowVersion.findMany({ where: { workflow }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),
  };
}
