// Figures of all runs. Each question is one stretch of an index, and as long as a day, a week or the open gates are.
import type { FigureFilter, Figures } from '../contract/figures.ts';
import { Prisma, type PrismaClient } from '../generated/client.ts';
import { isFor } from './list-runs.ts';

/** Enough for a median; more would cost more than it tells. */
const mostAnswers = 2000;

export async function readFigures(prisma: PrismaClient, filter: FigureFilter): Promise<Figures> {
  const { today, answersSince, costsSince, seenBy } = filter;
  const mine = isFor(seenBy);
  // Whoever sees everything need not look at the runs: one with an open question is in nobody's archive.
  const joined = seenBy ? Prisma.sql`JOIN "Run" r ON r.id = g.runId` : Prisma.empty;
  const [waiting, failed, answers, costs] = await Promise.all([
    prisma.$queryRaw<{ count: bigint }[]>`
      SELECT count(DISTINCT g.runId) AS count FROM "Gate" g ${joined} WHERE g.status = 'open' AND ${mine}`,
    prisma.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) AS count FROM "Run" r
      WHERE r.endedAt >= ${today} AND +r.status = 'failed' AND +r.archived = false AND ${mine}`,
    prisma.$queryRaw<Figures['answers']>`
      SELECT r.workflow, r.name, g.openedAt, json_extract(g.answer, '$.at') AS answeredAt
      FROM "Gate" g CROSS JOIN "Run" r ON r.id = g.runId
      WHERE g.status = 'answered' AND g.openedAt >= ${answersSince} AND json_extract(g.answer, '$.via') <> 'auto' AND ${mine}
      ORDER BY g.openedAt DESC LIMIT ${mostAnswers}`,
    prisma.$queryRaw<Figures['costs']>`
      SELECT date(r.createdAt, 'localtime') AS day, sum(r.cost) AS cost FROM "Run" r
      WHERE r.createdAt >= ${costsSince} AND r.cost IS NOT NULL AND +r.archived = false AND ${mine} GROUP BY 1 ORDER BY 1`,
  ]);
  return { waiting: Number(waiting[0]?.count), failedToday: Number(failed[0]?.count), answers, costs };
}
