import type { Database } from 'better-sqlite3';
import type { WorkflowVersion } from '../contract/workflow-versions.ts';

export function workflowVersionStatements(db: Database) {
  const insert = db.prepare(
    `INSERT INTO "WorkflowVersion" (id, workflow, name, version, source, createdAt)
     VALUES (:id, :workflow, :name, :version, :source, :createdAt) ON CONFLICT (id) DO NOTHING`,
  );
  return { save: (version: WorkflowVersion) => insert.run(version) };
}
