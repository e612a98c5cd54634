import type { ApiTokenRecord, ApiTokenStore } from '../contract/api-tokens.ts';
import type { ApiToken, PrismaClient } from '../generated/client.ts';

const toToken = (row: ApiToken): ApiTokenRecord => ({
  ...row,
  scopes: row.scopes === null ? null : JSON.parse(row.scopes),
});

export function apiTokenQueries(prisma: PrismaClient): ApiTokenStore {
  return {
    async createApiToken({ scopes, ...token }) {
      await prisma.apiToken.create({ data: { ...token, scopes: scopes && JSON.stringify(scopes) } });
    },

    async findApiToken(tokenHash) {
      const row = await prisma.apiToken.findUnique({ where: { tokenHash } });
      return row && toToken(row);
    },

    async listApiTokens(personId) {
      const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
      return (await prisma.apiToken.findMany({ where: { personId }, orderBy })).map(toToken);
    },

    async touchApiToken(id, at) {
      await prisma.apiToken.updateMany({ where: { id }, data: { lastUsedAt: at } });
    },

    async revokeApiToken(personId, id, at) {
      const where = { id, personId, revokedAt: null };
      return (await prisma.apiToken.updateMany({ where, data: { revokedAt: at } })).count === 1;
    },
  };
}
