// Which server commands a person has allowed, by the hash of what would be started. The first approval stays.
import type { Database } from 'better-sqlite3';
import type { Commit, Store } from '../contract/store.ts';
import type { PrismaClient } from '../generated/client.ts';

export function serverApprovalStatements(db: Database) {
  const insert = db.prepare(
    `INSERT INTO "ServerApproval" (hash, server, workflow, "by", at)
     VALUES (:hash, :server, :workflow, :by, :at) ON CONFLICT (hash) DO NOTHING`,
  );
  return { save: (approval: NonNullable<Commit['approveServer']>) => insert.run(approval) };
}

export function serverApprovalQueries(prisma: PrismaClient): Pick<Store, 'approvedServers'> {
  return {
    async approvedServers(hashes) {
      const rows = await prisma.serverApproval.findMany({ where: { hash: { in: hashes } }, select: { hash: true } });
      return rows.map(({ hash }) => hash);
    },
  };
}
