import type { Database } from 'better-sqlite3';
import type { ServerApproval } from '../contract/server-approvals.ts';

export function serverApprovalStatements(db: Database) {
  const insert = db.prepare(
    `INSERT INTO "ServerApproval" (hash, server, workflow, "by", at)
     VALUES (:hash, :server, :workflow, :by, :at) ON CONFLICT (hash) DO NOTHING`,
  );
  return { save: (approval: ServerApproval) => insert.run(approval) };
}
