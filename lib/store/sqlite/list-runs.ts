// Lists of runs: newest first, a page at a time.

import { type RunStatus, runStatuses } from '../../engine/state.ts';
import type { RunFilter, RunRecord } from '../contract/runs.ts';
import { pageOf, readCursor, writeCursor } from '../cursor.ts';
import { Prisma, type PrismaClient } from '../generated/client.ts';
import { type RunRow, runColumns, toRunRecord } from './runs.ts';

const defaultLimit = 50;
const maxLimit = 200;

const columns = Prisma.raw(runColumns.map((column) => `r.${column}`).join(', '));

export async function listRuns(
  prisma: PrismaClient,
  filter: RunFilter,
): Promise<{ runs: RunRecord[]; next: string | null }> {
  const limit = Math.min(Math.max(Math.trunc(filter.limit ?? defaultLimit), 1), maxLimit);
  const rows = await prisma.$queryRaw<RunRow[]>`
    SELECT ${columns}, i.inputs FROM "Run" r JOIN "RunInputs" i ON i.runId = r.id
    WHERE ${Prisma.join(conditions(filter), ' AND ')}
    ORDER BY r.createdAt DESC, r.id DESC LIMIT ${limit + 1}`;
  const { items, next } = pageOf(rows.map(toRunRecord), limit, ({ createdAt, id }) => writeCursor([createdAt, id]));
  return { runs: items, next };
}

/** What is for everybody, or names one of these. */
function isFor(names: string[]): Prisma.Sql {
  return Prisma.sql`(r.see IS NULL OR EXISTS (SELECT 1 FROM json_each(r.see) WHERE value IN (${Prisma.join(names)})))`;
}

export async function countRuns(prisma: PrismaClient, { seenBy }: Pick<RunFilter, 'seenBy'> = {}) {
  const rows = await prisma.$queryRaw<{ status: RunStatus; count: bigint }[]>`
    SELECT r.status, count(*) AS count FROM "Run" r
    WHERE r.archived = false AND ${seenBy ? isFor(seenBy) : Prisma.sql`true`} GROUP BY r.status`;
  const counts = Object.fromEntries(runStatuses.map((status) => [status, 0])) as Record<RunStatus, number>;
  for (const { status, count } of rows) counts[status] = Number(count);
  return counts;
}

function conditions({ status, workflow, q, archived = false, seenBy, cursor }: RunFilter): Prisma.Sql[] {
  const all = [Prisma.sql`r.archived = ${archived}`];
  if (seenBy) all.push(isFor(seenBy));
  if (status?.length) all.push(Prisma.sql`r.status IN (${Prisma.join(status)})`);
  if (workflow) all.push(Prisma.sql`r.workflow = ${workflow}`);
  if (q?.trim()) {
    const text = q.trim().toLowerCase();
    // Not LIKE, in which % and _ of the searched text would match anything.
    all.push(Prisma.sql`(instr(i.search, ${text}) > 0 OR instr(lower(r.id), ${text}) = 1)`);
  }
  if (cursor) {
    const [createdAt, id] = readCursor<[string, string]>(cursor, 2);
    all.push(Prisma.sql`(r.createdAt, r.id) < (${createdAt}, ${id})`);
  }
  return all;
}
