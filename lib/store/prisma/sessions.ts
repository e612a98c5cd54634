// Who is signed in, and the links that sign in once. Expired ones are swept whenever somebody signs in.
import type { SessionRecord, SessionStore } from '../contract/sessions.ts';
import type { PrismaClient, Session } from '../generated/client.ts';

const toSession = (row: Session) => row as SessionRecord;

export function sessionQueries(prisma: PrismaClient): SessionStore {
  return {
    async createSession(session) {
      const expired = { where: { expiresAt: { lte: session.createdAt } } };
      await prisma.$transaction([
        prisma.session.deleteMany(expired),
        prisma.signInLink.deleteMany(expired),
        prisma.session.create({ data: session }),
      ]);
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

    async deleteSession(id) {
      await prisma.session.deleteMany({ where: { id } });
    },

    async deleteSessionsOf(personId, exceptId = '') {
      const [{ count }] = await prisma.$transaction([
        prisma.session.deleteMany({ where: { personId, id: { not: exceptId } } }),
        prisma.signInLink.deleteMany({ where: { personId } }),
      ]);
      return count;
    },

    async deleteAllSessions() {
      await prisma.$transaction([prisma.session.deleteMany(), prisma.signInLink.deleteMany()]);
    },

    async createSignInLink(link) {
      await prisma.signInLink.create({ data: link });
    },

    async takeSignInLink(tokenHash) {
      const link = await prisma.signInLink.findUnique({ where: { tokenHash } });
      // Two may have read it; only one of them deletes it.
      const { count } = await prisma.signInLink.deleteMany({ where: { tokenHash } });
      return count === 1 ? link : null;
    },
  };
}
