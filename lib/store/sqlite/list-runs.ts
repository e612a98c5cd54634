// Lists of runs: newest first, a page at a time. A cursor names the last run of a page, not a position, so that runs
// started in between neither repeat nor hide one.
import { AppError } from '../../errors.ts';
import type { RunFilter, RunRecord } from '../contract/runs.ts';
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
  const runs = rows.slice(0, limit).map(toRunRecord);
  const last = runs.at(-1);
  return { runs, next: last && rows.length > limit ? cursorOf(last) : null };
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
    const { createdAt, id } = readCursor(cursor);
    all.push(Prisma.sql`(r.createdAt, r.id) < (${createdAt}, ${id})`);
  }
  return all;
}

function cursorOf({ createdAt, id }: RunRecord): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

function readCursor(cursor: string) {
  const [createdAt, id] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (createdAt && id) return { createdAt, id };
  throw new AppError('bad_request', 'The cursor is not one that this list gave out; start again without it.');
}
