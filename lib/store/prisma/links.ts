// Links that answer one gate without an account. Only the hash of a token is stored; a revoked link stays as a record.

import type { LinkRecord, Store } from '../contract/store.ts';
import type { Link, PrismaClient } from '../generated/client.ts';

export function linkQueries(prisma: PrismaClient): Pick<Store, 'createLink' | 'findLink' | 'listLinks' | 'revokeLink'> {
  return {
    async createLink({ run, gate, ...link }) {
      await prisma.link.create({ data: { runId: run, gateId: gate, ...link } });
    },

    /** Expired and revoked ones too: what such a link shows is decided by the caller. */
    async findLink(tokenHash) {
      const row = await prisma.link.findUnique({ where: { tokenHash } });
      return row && toLinkRecord(row);
    },

    /** Newest first. */
    async listLinks(runId, gateId) {
      const rows = await prisma.link.findMany({
        where: { runId, gateId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      });
      return rows.map(toLinkRecord);
    },

    /** Whether this call revoked it. */
    async revokeLink(runId, gateId, linkId, at) {
      const where = { id: linkId, runId, gateId, revokedAt: null };
      const { count } = await prisma.link.updateMany({ where, data: { revokedAt: at } });
      return count === 1;
    },
  };
}

function toLinkRecord({ runId, gateId, ...row }: Link): LinkRecord {
  return { run: runId, gate: gateId, ...row };
}
