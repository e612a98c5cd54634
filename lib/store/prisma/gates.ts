// Gates as the pages list them: each list in the order of an index, a page after the other. A gate's id is its own only
// within its run, so a cursor names both.
import type { GateRecord, GateStore } from '../contract/gates.ts';
import { pageOf, readCursor, writeCursor } from '../cursor.ts';
import type { PrismaClient } from '../generated/client.ts';

export type GateRow = { runId: string; status: string; gate: string; answer: string | null };

type Place = [time: string, id: string, runId: string];

/** What comes after this place. The bound alone is what the index is searched by. */
function after<const Time extends string, const Id extends string>(timeName: Time, idName: Id, cursor?: string) {
  if (cursor === undefined) return {};
  const [time, id, runId] = readCursor<Place>(cursor, 3);
  const bound = <Bound>(value: Bound) => ({ [timeName]: value }) as Record<Time, Bound>;
  const later = { ...bound(time), [idName]: { lt: id } };
  return {
    ...bound({ lte: time }),
    OR: [bound({ lt: time }), later, { ...bound(time), [idName]: id, runId: { lt: runId } }],
  };
}

export function gateQueries(prisma: PrismaClient): Omit<GateStore, 'readGate'> {
  const listGates: GateStore['listGates'] = async ({ run, status, limit, cursor }) => {
    const rows = await prisma.gate.findMany({
      where: { AND: [{ runId: run, status }, after('openedAt', 'id', cursor)] },
      orderBy: [{ openedAt: 'desc' }, { id: 'desc' }, { runId: 'desc' }],
      take: limit,
    });
    return rows.map(toGateRecord);
  };

  async function listOverdue(at: string, limit: number, cursor?: string) {
    const rows = await prisma.gate.findMany({
      where: { AND: [{ status: 'open', overdueAt: { lte: at } }, after('overdueAt', 'id', cursor)] },
      orderBy: [{ overdueAt: 'desc' }, { id: 'desc' }, { runId: 'desc' }],
      take: limit,
    });
    return rows.map((row) => ({ place: [row.overdueAt ?? '', row.id, row.runId] as Place, gate: toGateRecord(row) }));
  }

  async function listAskedOf(assignee: string, limit: number, cursor?: string) {
    const rows = await prisma.gateAssignee.findMany({
      where: { AND: [{ assignee }, after('openedAt', 'gateId', cursor)] },
      orderBy: [{ openedAt: 'desc' }, { gateId: 'desc' }, { runId: 'desc' }],
      take: limit,
      include: { gate: true },
    });
    return rows.map((row) => ({ place: [row.openedAt, row.gateId, row.runId] as Place, gate: toGateRecord(row.gate) }));
  }

  /** Each is the beginning of its own list: together they have the beginning of all. A gate may ask by more than one name. */
  async function listMine(names: string[], limit: number, cursor?: string) {
    const lists = await Promise.all([...new Set(names)].map((one) => listAskedOf(one, limit, cursor)));
    const descending = (a: Place, b: Place) => {
      const index = a.findIndex((part, at) => part !== b[at]);
      return index < 0 ? 0 : (a[index] as string) < (b[index] as string) ? 1 : -1;
    };
    const sorted = lists.flat().sort((a, b) => descending(a.place, b.place));
    return sorted.filter(
      ({ place }, index) => index === 0 || descending(sorted[index - 1]?.place ?? place, place) !== 0,
    );
  }

  return {
    listGates,

    async pageOfGates({ limit, ...filter }) {
      const rows = await listGates({ ...filter, limit: limit + 1 });
      const { items, next } = pageOf(rows, limit, ({ opened_at, id, run }) => writeCursor([opened_at, id, run]));
      return { gates: items, next };
    },

    async pageOfOpenGates({ limit, cursor, ...filter }) {
      const rows = await ('askedOf' in filter
        ? listMine(filter.askedOf, limit + 1, cursor)
        : listOverdue(filter.overdueAt, limit + 1, cursor));
      const { items, next } = pageOf(rows, limit, ({ place }) => writeCursor(place));
      return { gates: items.map(({ gate }) => gate), next };
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
