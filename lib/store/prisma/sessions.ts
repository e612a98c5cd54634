// Who is signed in, and the links that sign in once. Expired ones are swept whenever somebody signs in.
import type { SessionRecord, SessionStore, SignInLinkRecord } from '../contract/sessions.ts';
import type { PrismaClient, Session } from '../generated/client.ts';
import { withAudit } from './audit.ts';

const toSession = (row: Session) => row as SessionRecord;

export function sessionQueries(prisma: PrismaClient): SessionStore {
  return {
    async createSession(session, audit) {
      const expired = { where: { expiresAt: { lte: session.createdAt } } };
      await withAudit(prisma, audit, async (tx) => {
        await tx.session.deleteMany(expired);
        await tx.signInLink.deleteMany(expired);
        await tx.session.create({ data: session });
      });
    },

    async findSession(tokenHash) {
      const row = await prisma.session.findUnique({ where: { tokenHash } });
      return row && toSession(row);
    },

    async listSessions(personId) {
      const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
      return (await prisma.session.findMany({ where: { personId }, orderBy })).map(toSession);
    },

    async touchSession(id, at) {
      await prisma.session.updateMany({ where: { id }, data: { lastSeenAt: at } });
    },

    async deleteSession(id, audit) {
      const isEnded = ({ count }: { count: number }) => count > 0;
      await withAudit(prisma, audit, (tx) => tx.session.deleteMany({ where: { id } }), isEnded);
    },

    deleteSessionsOf: (personId, exceptId = '', audit) =>
      withAudit(prisma, audit, async (tx) => {
        await tx.signInLink.deleteMany({ where: { personId } });
        return (await tx.session.deleteMany({ where: { personId, id: { not: exceptId } } })).count;
      }),

    async deleteAllSessions(audit) {
      await withAudit(prisma, audit, async (tx) => {
        await tx.session.deleteMany();
        await tx.signInLink.deleteMany();
      });
    },

    async createSignInLink(link, audit) {
      await withAudit(prisma, audit, (tx) => tx.signInLink.create({ data: link }));
    },

    async takeSignInLink(tokenHash) {
      const link = await prisma.signInLink.findUnique({ where: { tokenHash } });
      // Two may have read it; only one of them deletes it.
      const { count } = await prisma.signInLink.deleteMany({ where: { tokenHash } });
      return count === 1 ? (link as SignInLinkRecord | null) : null;
    },
  };
}
