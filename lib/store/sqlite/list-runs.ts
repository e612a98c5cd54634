// Lists of runs: newest first, a page at a time.

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

function conditions({ status, workflow, q, archived = false, cursor }: RunFilter): Prisma.Sql[] {
  const all = [Prisma.sql`r.archived = ${archived}`];
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
