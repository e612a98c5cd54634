import type { GateRecord, GateStore } from '../contract/gates.ts';
import { pageOf, readCursor, writeCursor } from '../cursor.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

export type GateRow = { runId: string; status: string; gate: string; answer: string | null };

/** A gate's id is its own only within its run. */
function after(cursor: string | undefined): Prisma.GateWhereInput {
  if (cursor === undefined) return {};
  const [openedAt, id, runId] = readCursor<[string, string, string]>(cursor, 3);
  const [sameTime, sameId] = [{ openedAt }, { openedAt, id }];
  // The bound alone is what the index is searched by.
  return {
    openedAt: { lte: openedAt },
    OR: [{ openedAt: { lt: openedAt } }, { ...sameTime, id: { lt: id } }, { ...sameId, runId: { lt: runId } }],
  };
}

export function gateQueries(prisma: PrismaClient): Omit<GateStore, 'readGate'> {
  const listGates: GateStore['listGates'] = async ({ run, status, limit, cursor }) => {
    const rows = await prisma.gate.findMany({
      where: { AND: [{ runId: run, status }, after(cursor)] },
      orderBy: [{ openedAt: 'desc' }, { id: 'desc' }, { runId: 'desc' }],
      take: limit,
    });
    return rows.map(toGateRecord);
  };
  return {
    listGates,

    async pageOfGates({ limit, ...filter }) {
      const rows = await listGates({ ...filter, limit: limit + 1 });
      const { items, next } = pageOf(rows, limit, ({ opened_at, id, run }) => writeCursor([opened_at, id, run]));
      return { gates: items, next };
    },

    countOpenGates: () => prisma.gate.count({ where: { status: 'open' } }),
  };
}

export function toGateRecord({ runId, status, gate, answer }: GateRow): GateRecord {
  return {
    ...JSON.parse(gate),
    run: runId,
    status: status as GateRecord['status'],
    answer: answer === null ? null : JSON.parse(answer),
  };
}
