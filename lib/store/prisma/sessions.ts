// Who is signed in, and the links that sign in once. Expired ones are swept whenever somebody signs in.
import type { SessionStore } from '../contract/sessions.ts';
import type { PrismaClient } from '../generated/client.ts';

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

    findSession: (tokenHash) => prisma.session.findUnique({ where: { tokenHash } }),

    async touchSession(id, at) {
      await prisma.session.updateMany({ where: { id }, data: { lastSeenAt: at } });
    },

    async deleteSession(id) {
      await prisma.session.deleteMany({ where: { id } });
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
