import type { IdentityStore } from '../contract/identities.ts';
import type { PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';
import { unlessTaken } from './unique.ts';

export function identityQueries(prisma: PrismaClient): IdentityStore {
  return {
    findIdentity: (issuer, subject) => prisma.identity.findUnique({ where: { issuer_subject: { issuer, subject } } }),

    createIdentity: (data, audit) => unlessTaken(() => withAudit(prisma, audit, (tx) => tx.identity.create({ data }))),
  };
}
