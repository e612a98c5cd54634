import type { WorkStore } from '../contract/work.ts';
import type { PrismaClient } from '../generated/client.ts';
import { ended } from './runs.ts';

export function workQueries(prisma: PrismaClient): WorkStore {
  return {
    async listUnfinishedRuns() {
      const where = { status: { in: ['queued', 'running'] } };
      const rows = await prisma.run.findMany({
        where,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },

    async listDueRuns(at) {
      const where = { wakeAt: { lte: at }, status: { notIn: ended } };
      const rows = await prisma.run.findMany({
        where,
        orderBy: [{ wakeAt: 'asc' }, { id: 'asc' }],
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },

    async nextWakeAt() {
      const where = { wakeAt: { not: null }, status: { notIn: ended } };
      const row = await prisma.run.findFirst({ where, orderBy: { wakeAt: 'asc' }, select: { wakeAt: true } });
      return row?.wakeAt ?? null;
    },

    async readSlots({ workflow, concurrencyKey }) {
      const shared = { workflow, concurrencyKey };
      const [held, next] = await Promise.all([
        prisma.run.count({ where: { ...shared, startedAt: { not: null }, status: { notIn: ended } } }),
        prisma.run.findFirst({
          where: { ...shared, startedAt: null, status: 'queued' },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          select: { id: true },
        }),
      ]);
      return { held, next: next?.id ?? null };
    },

    /** A queued or running one counts whatever gate or time it has: one branch may wait while another one works. */
    async listIdleRuns(overdue) {
      const rows = await prisma.run.findMany({
        where: {
          OR: [
            { status: { in: ['queued', 'running'] } },
            { status: 'waiting', wakeAt: null, gates: { none: { status: 'open' } } },
            { status: 'waiting', wakeAt: { lt: overdue } },
          ],
        },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },
  };
}
