// Passkeys, and the challenges that they have answered: the answer and its effect are one commit, so that neither is repeated.
import type { AnsweredChallenge, PasskeyRecord, PasskeyStore } from '../contract/passkeys.ts';
import type { Passkey, Prisma, PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';
import { unlessTaken } from './unique.ts';

const toPasskey = (row: Passkey): PasskeyRecord => ({ ...row, counter: Number(row.counter) });

async function markAnswered(tx: Prisma.TransactionClient, challenge: AnsweredChallenge, at: string): Promise<void> {
  await tx.usedChallenge.deleteMany({ where: { expiresAt: { lte: at } } });
  await tx.usedChallenge.create({ data: challenge });
}

export function passkeyQueries(prisma: PrismaClient): PasskeyStore {
  return {
    async findPasskey(id) {
      const row = await prisma.passkey.findUnique({ where: { id } });
      return row && toPasskey(row);
    },

    async listPasskeys(personId) {
      const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
      return (await prisma.passkey.findMany({ where: { personId }, orderBy })).map(toPasskey);
    },

    createPasskey: ({ counter, ...passkey }, challenge, audit) =>
      unlessTaken(() =>
        withAudit(prisma, audit, async (tx) => {
          await markAnswered(tx, challenge, passkey.createdAt);
          await tx.passkey.create({ data: { ...passkey, counter: BigInt(counter) } });
        }),
      ),

    async countPasskeyUse({ id, counter, at }, challenge) {
      const grown = counter === 0 ? { equals: 0n } : { lt: BigInt(counter) };
      let isUsed = false;
      const isFresh = await unlessTaken(() =>
        prisma.$transaction(async (tx) => {
          const data = { counter: BigInt(counter), lastUsedAt: at };
          isUsed = (await tx.passkey.updateMany({ where: { id, counter: grown }, data })).count === 1;
          if (isUsed) await markAnswered(tx, challenge, at);
        }),
      );
      return isFresh && isUsed;
    },

    async deletePasskey(personId, id, audit) {
      const isRemoved = ({ count }: { count: number }) => count === 1;
      const remove = (tx: Prisma.TransactionClient) => tx.passkey.deleteMany({ where: { id, personId } });
      return isRemoved(await withAudit(prisma, audit, remove, isRemoved));
    },
  };
}
