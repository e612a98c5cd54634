// Links that answer one gate without an account. Only the hash of a token is stored; a revoked link stays as a record.
import type { LinkRecord, LinkStore } from '../contract/links.ts';
import type { Link, PrismaClient } from '../generated/client.ts';

/** Nobody reads more links of one gate than these; one that is not among them still works. */
const mostShown = 200;

export function linkQueries(prisma: PrismaClient): LinkStore {
  return {
    async createLink({ run, gate, ...link }) {
      await prisma.link.create({ data: { runId: run, gateId: gate, ...link } });
    },

    async findLink(tokenHash) {
      const row = await prisma.link.findUnique({ where: { tokenHash } });
      return row && toLinkRecord(row);
    },

    async listLinks(runId, gateId) {
      const rows = await prisma.link.findMany({
        where: { runId, gateId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: mostShown,
      });
      return rows.map(toLinkRecord);
    },

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
