// The audit log. Every act that Prisma writes goes through `withAudit`, so that the act and its entry are one commit.
import { toAuditEntry, toAuditRow, toSealedEntry } from '../audit-row.ts';
import type { AuditFilter, AuditStore, NewAuditEntry } from '../contract/audit.ts';
import { pageOf, readCursor, writeCursor } from '../cursor.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

/** Does the act and writes its entry, both or neither; no entry where there is none, or where `happened` says that nothing was done. */
export function withAudit<Result>(
  prisma: PrismaClient,
  entry: NewAuditEntry | undefined,
  act: (tx: Prisma.TransactionClient) => Promise<Result>,
  happened: (result: Result) => boolean = () => true,
): Promise<Result> {
  return prisma.$transaction(async (tx) => {
    const result = await act(tx);
    if (entry && happened(result)) await tx.auditEntry.create({ data: toAuditRow(entry) });
    return result;
  });
}

/** A thing's acts are those between its name with a dot and its name with what comes after the dot. */
function whereOf({ who, act, subject, from, to }: AuditFilter): Prisma.AuditEntryWhereInput {
  return {
    ...(who === undefined ? {} : { who }),
    ...(act === undefined ? {} : act.includes('.') ? { act } : { act: { gte: `${act}.`, lt: `${act}/` } }),
    ...(subject === undefined ? {} : { subject }),
    ...(from === undefined && to === undefined
      ? {}
      : { at: { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lte: to }) } }),
  };
}

export function auditQueries(prisma: PrismaClient): Pick<AuditStore, 'recordAudit' | 'pageOfAudit' | 'readChain'> {
  return {
    async recordAudit(entry) {
      await prisma.auditEntry.create({ data: toAuditRow(entry) });
    },

    async pageOfAudit({ limit, cursor, ...filter }) {
      const before = cursor === undefined ? {} : { id: { lt: Number(readCursor<[string]>(cursor, 1)[0]) || 0 } };
      const page = (part: Prisma.AuditEntryWhereInput, take: number) =>
        prisma.auditEntry.findMany({ where: { AND: [whereOf(filter), before, part] }, orderBy: { id: 'desc' }, take });
      // The indexes hold what is sealed; the few entries since the last seal come after it.
      const sealed = { number: { not: null } };
      const last = await prisma.auditEntry.findFirst({
        where: sealed,
        orderBy: { number: 'desc' },
        select: { id: true },
      });
      const rows = await page({ number: null, id: { gt: last?.id ?? 0 } }, limit + 1);
      if (rows.length <= limit) rows.push(...(await page(sealed, limit + 1 - rows.length)));
      const { items, next } = pageOf(rows, limit, ({ id }) => writeCursor([String(id)]));
      return { entries: items.map(toAuditEntry), next };
    },

    async readChain({ after, limit, ...filter }) {
      const rows = await prisma.auditEntry.findMany({
        where: { AND: [whereOf(filter), { number: { gt: after } }] },
        orderBy: { number: 'asc' },
        take: limit,
      });
      return rows.map(toSealedEntry);
    },
  };
}
