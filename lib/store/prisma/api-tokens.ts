import type { ApiTokenRecord, ApiTokenStore } from '../contract/api-tokens.ts';
import type { ApiToken, PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';

const toToken = (row: ApiToken): ApiTokenRecord => ({
  ...row,
  scopes: row.scopes === null ? null : JSON.parse(row.scopes),
});

export function apiTokenQueries(prisma: PrismaClient): ApiTokenStore {
  return {
    async createApiToken({ scopes, ...token }, audit) {
      const data = { ...token, scopes: scopes && JSON.stringify(scopes) };
      await withAudit(prisma, audit, (tx) => tx.apiToken.create({ data }));
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

    async revokeApiToken(personId, id, at, audit) {
      const change = { where: { id, personId, revokedAt: null }, data: { revokedAt: at } };
      const isRevoked = ({ count }: { count: number }) => count === 1;
      return isRevoked(await withAudit(prisma, audit, (tx) => tx.apiToken.updateMany(change), isRevoked));
    },
  };
}
