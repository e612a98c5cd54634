import type { ServerApprovalStore } from '../contract/server-approvals.ts';
import type { PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';

export function serverApprovalQueries(prisma: PrismaClient): ServerApprovalStore {
  return {
    async approvedServers(hashes) {
      const rows = await prisma.serverApproval.findMany({ where: { hash: { in: hashes } }, select: { hash: true } });
      return rows.map(({ hash }) => hash);
    },
    listServerApprovals: () => prisma.serverApproval.findMany({ orderBy: { at: 'desc' } }),
    async revokeServer(hash, audit) {
      const isRevoked = ({ count }: { count: number }) => count > 0;
      await withAudit(prisma, audit, (tx) => tx.serverApproval.deleteMany({ where: { hash } }), isRevoked);
    },
  };
}
