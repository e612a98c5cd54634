// Links that answer one gate without an account. Only the hash of a token is stored; a revoked link stays as a record.
import type { LinkRecord, LinkStore } from '../contract/links.ts';
import { pageOf, readCursor, writeCursor } from '../cursor.ts';
import type { Link, Prisma, PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';

/** What was made before the one that the cursor names. The bound alone is what the index is searched by. */
function after(cursor: string | undefined): Prisma.LinkWhereInput {
  if (cursor === undefined) return {};
  const [createdAt, id] = readCursor<[string, string]>(cursor, 2);
  return { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

/** How many codes the links that a recipient has to one gate have sent, those of them that sent one lately. */
async function sentBeside(tx: Prisma.TransactionClient, linkId: string, since: string): Promise<number> {
  const { runId, gateId, recipient } = await tx.link.findUniqueOrThrow({ where: { id: linkId } });
  const where = { link: { runId, gateId, recipient }, expiresAt: { gt: since } };
  return (await tx.linkCode.aggregate({ where, _sum: { sent: true } }))._sum.sent ?? 0;
}

export function linkQueries(prisma: PrismaClient): LinkStore {
  return {
    async createLink({ run, gate, ...link }, audit) {
      await withAudit(prisma, audit, (tx) => tx.link.create({ data: { runId: run, gateId: gate, ...link } }));
    },

    async findLink(tokenHash) {
      const row = await prisma.link.findUnique({ where: { tokenHash } });
      return row && toLinkRecord(row);
    },

    async pageOfLinks(runId, gateId, { limit, cursor }) {
      const rows = await prisma.link.findMany({
        where: { AND: [{ runId, gateId }, after(cursor)] },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit + 1,
      });
      const { items, next } = pageOf(rows, limit, ({ createdAt, id }) => writeCursor([createdAt, id]));
      return { links: items.map(toLinkRecord), next };
    },

    async revokeLink(runId, gateId, linkId, { by, at }, audit) {
      const change = {
        where: { id: linkId, runId, gateId, revokedAt: null },
        data: { revokedAt: at, revokedBy: by },
      };
      const isRevoked = ({ count }: { count: number }) => count === 1;
      return isRevoked(await withAudit(prisma, audit, (tx) => tx.link.updateMany(change), isRevoked));
    },

    readLinkCode: (linkId) => prisma.linkCode.findUnique({ where: { linkId } }),

    saveLinkCode: (code, limit, audit) =>
      withAudit(
        prisma,
        audit,
        async (tx) => {
          const { linkId, sent } = code;
          if ((await sentBeside(tx, linkId, limit.since)) >= limit.most) return 'too many';
          const isFirst = sent === 1 && (await tx.linkCode.findUnique({ where: { linkId } })) === null;
          if (isFirst) await tx.linkCode.create({ data: code });
          const { count } = isFirst
            ? { count: 1 }
            : await tx.linkCode.updateMany({ where: { linkId, sent: sent - 1 }, data: code });
          return count === 1 ? 'saved' : 'another';
        },
        (outcome) => outcome === 'saved',
      ),

    async countLinkCodeTry(linkId, codeHash, most) {
      const where = { linkId, codeHash, tries: { lt: most } };
      return (await prisma.linkCode.updateMany({ where, data: { tries: { increment: 1 } } })).count === 1;
    },

    async takeLinkCode(linkId, codeHash) {
      const where = { linkId, codeHash };
      return (await prisma.linkCode.updateMany({ where, data: { codeHash: null } })).count === 1;
    },
  };
}

function toLinkRecord({ runId, gateId, ...row }: Link): LinkRecord {
  return { run: runId, gate: gateId, ...row };
}
