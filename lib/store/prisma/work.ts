// What somebody must work on. Asked all the time by itself, also while ten thousand runs only wait: each condition here is
// one stretch of an index, and none of them reads the runs that wait for people.
import type { RunStatus } from '../../engine/state.ts';
import type { WorkStore } from '../contract/work.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { ended } from './runs.ts';

const isLive = { status: { notIn: ended } };

export function workQueries(prisma: PrismaClient): WorkStore {
  /** Not in order: to have it, SQLite would read all runs of a status along another index. */
  const found = (where: Prisma.RunWhereInput) => prisma.run.findMany({ where, select: { id: true, createdAt: true } });
  /** Oldest first. One question for each condition: put together with OR they would be answered by reading all runs. */
  const anyOf = async (...conditions: Prisma.RunWhereInput[]): Promise<string[]> => {
    const runs = (await Promise.all(conditions.map(found))).flat();
    const keyed = runs.map(({ createdAt, id }) => [`${createdAt} ${id}`, id] as const);
    return [...new Map(keyed.sort(([a], [b]) => (a < b ? -1 : 1))).values()];
  };

  return {
    listUnfinishedRuns: () => anyOf({ status: 'queued' }, { status: 'running' }),

    listDueRuns: (now, date) => anyOf({ wakeAt: { lte: now }, ...isLive }, { wakeOn: { lte: date }, ...isLive }),

    async nextWakeUp(now, date) {
      const [byNow, byDate] = await Promise.all([
        prisma.run.findFirst({
          where: { wakeAt: { gt: now }, ...isLive },
          orderBy: { wakeAt: 'asc' },
          select: { wakeAt: true },
        }),
        prisma.run.findFirst({
          where: { wakeOn: { gt: date }, ...isLive },
          orderBy: { wakeOn: 'asc' },
          select: { wakeOn: true },
        }),
      ]);
      return { now: byNow?.wakeAt ?? null, date: byDate?.wakeOn ?? null };
    },

    async readStandings(ids) {
      const rows = await prisma.run.findMany({
        where: { id: { in: ids } },
        select: { id: true, seq: true, status: true },
      });
      return rows.map((row) => ({ ...row, status: row.status as RunStatus }));
    },

    async readSlots({ workflow, concurrencyKey }) {
      const shared = { workflow, concurrencyKey };
      const [held, next] = await Promise.all([
        prisma.run.count({ where: { ...shared, startedAt: { not: null }, ...isLive } }),
        prisma.run.findFirst({
          where: { ...shared, startedAt: null, status: 'queued' },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          select: { id: true },
        }),
      ]);
      return { held, next: next?.id ?? null };
    },

    /** A queued or running one counts whatever gate or time it has: one branch may wait while another one works. */
    listIdleRuns: (now, date) =>
      anyOf(
        { status: 'queued', concurrencyKey: null },
        { status: 'running' },
        { status: 'waiting', waitingOn: null, wakeAt: null, wakeOn: null },
        { wakeAt: { lt: now }, ...isLive },
        { wakeOn: { lt: date }, ...isLive },
      ),
  };
}
