import { isTerminal, type RunStatus, runStatuses } from '../../engine/state.ts';
import type { RunStore } from '../contract/runs.ts';
import type { PrismaClient } from '../generated/client.ts';

export const ended = runStatuses.filter(isTerminal);

export function runQueries(prisma: PrismaClient): Pick<RunStore, 'countRuns'> {
  return {
    async countRuns() {
      const counts = Object.fromEntries(runStatuses.map((status) => [status, 0])) as Record<RunStatus, number>;
      const rows = await prisma.run.groupBy({ by: 'status', where: { archived: false }, _count: true });
      for (const row of rows) counts[row.status as RunStatus] = row._count;
      return counts;
    },
  };
}
