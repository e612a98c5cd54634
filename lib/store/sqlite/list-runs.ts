// Lists of runs: newest first, a page at a time. What is asked for most decides where to look: along the index of an input's
// values, else along that of the runs; in both the order is the index's own, so that a page costs no more than its rows.
import { type RunStatus, runStatuses } from '../../engine/state.ts';
import type { RunFilter, RunPageFilter, RunRecord } from '../contract/runs.ts';
import { pageOf, readCursor, writeCursor } from '../cursor.ts';
import { Prisma, type PrismaClient } from '../generated/client.ts';
import { type RunRow, runColumns, toRunRecord } from './runs.ts';

const defaultLimit = 50;
const maxLimit = 200;

const columns = Prisma.raw(runColumns.map((column) => `r.${column}`).join(', '));

/** The first input leads: a CROSS JOIN is walked in the order it is written in. */
function placeOf({ inputs = {} }: RunFilter) {
  const [first, ...others] = Object.entries(inputs);
  if (!first) return { from: Prisma.sql`"Run" r`, at: Prisma.raw('r.createdAt'), id: Prisma.raw('r.id'), where: [] };
  const [name, value] = first;
  return {
    from: Prisma.sql`"RunInputValue" v CROSS JOIN "Run" r ON r.id = v.runId`,
    at: Prisma.raw('v.createdAt'),
    id: Prisma.raw('v.runId'),
    where: [
      Prisma.sql`v.name = ${name} AND v.value = ${value}`,
      ...others.map(
        ([name, value]) =>
          Prisma.sql`EXISTS (SELECT 1 FROM "RunInputValue" o WHERE o.runId = r.id AND o.name = ${name} AND o.value = ${value})`,
      ),
    ],
  };
}

export async function listRuns(
  prisma: PrismaClient,
  filter: RunPageFilter,
): Promise<{ runs: RunRecord[]; next: string | null }> {
  const limit = Math.min(Math.max(Math.trunc(filter.limit ?? defaultLimit), 1), maxLimit);
  const { from, at, id } = placeOf(filter);
  const order = Prisma.raw(filter.isUpwards ? 'ASC' : 'DESC');
  const rows = await prisma.$queryRaw<RunRow[]>`
    SELECT ${columns}, i.inputs FROM ${from} JOIN "RunInputs" i ON i.runId = r.id
    WHERE ${Prisma.join([...conditions(filter), ...after(filter)], ' AND ')}
    ORDER BY ${at} ${order}, ${id} ${order} LIMIT ${limit + 1}`;
  const { items, next } = pageOf(rows.map(toRunRecord), limit, ({ createdAt, id }) => writeCursor([createdAt, id]));
  return { runs: items, next };
}

/** What is for everybody, or names one of these. */
export function isFor(names: string[] | undefined): Prisma.Sql {
  if (!names) return Prisma.sql`true`;
  // Addresses are the same however they are written.
  const one = Prisma.sql`CASE WHEN instr(value, '@') > 0 THEN lower(value) ELSE value END`;
  return Prisma.sql`(r.see IS NULL OR EXISTS (SELECT 1 FROM json_each(r.see) WHERE ${one} IN (${Prisma.join(names)})))`;
}

/** Where a filter looks, without what only a list shows. */
function fromOf(filter: RunFilter): Prisma.Sql {
  const { from } = placeOf(filter);
  return wordsOf(filter.q).length > 0 ? Prisma.sql`${from} JOIN "RunInputs" i ON i.runId = r.id` : from;
}

export async function listRunIds(prisma: PrismaClient, filter: RunFilter, limit: number): Promise<string[]> {
  const { at, id } = placeOf(filter);
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM ${fromOf(filter)} WHERE ${Prisma.join(conditions(filter), ' AND ')}
    ORDER BY ${at} DESC, ${id} DESC LIMIT ${limit}`;
  return rows.map((row) => row.id);
}

export async function countRuns(prisma: PrismaClient, filter: RunFilter = {}) {
  const rows = await prisma.$queryRaw<{ status: RunStatus; count: bigint }[]>`
    SELECT r.status, count(*) AS count FROM ${fromOf(filter)}
    WHERE ${Prisma.join(conditions(filter), ' AND ')} GROUP BY r.status`;
  const counts = Object.fromEntries(runStatuses.map((status) => [status, 0])) as Record<RunStatus, number>;
  for (const { status, count } of rows) counts[status] = Number(count);
  return counts;
}

export async function listInputNames(prisma: PrismaClient, runs: string[]): Promise<string[]> {
  if (runs.length === 0) return [];
  const rows = await prisma.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT name FROM "RunInputValue" WHERE runId IN (${Prisma.join(runs)}) ORDER BY name`;
  return rows.map(({ name }) => name);
}

/** From one name to the next along the index, not run by run. */
export async function listStarters(prisma: PrismaClient): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ name: string }[]>`
    WITH RECURSIVE starter(name) AS (
      SELECT min(startedBy) FROM "Run"
      UNION ALL SELECT (SELECT min(startedBy) FROM "Run" WHERE startedBy > starter.name) FROM starter
      WHERE starter.name IS NOT NULL
    ) SELECT name FROM starter WHERE name IS NOT NULL LIMIT 200`;
  return rows.map(({ name }) => name);
}

function conditions(filter: RunFilter): Prisma.Sql[] {
  const { status, workflow, q, startedBy, since, until, endedSince, asks, ids, archived = false, seenBy } = filter;
  const { at, where } = placeOf(filter);
  const all = [...where, Prisma.sql`r.archived = ${archived}`];
  if (seenBy) all.push(isFor(seenBy));
  if (status?.length) all.push(Prisma.sql`r.status IN (${Prisma.join(status)})`);
  if (workflow) all.push(Prisma.sql`r.workflow = ${workflow}`);
  if (startedBy) all.push(Prisma.sql`r.startedBy = ${startedBy}`);
  if (since) all.push(Prisma.sql`${at} >= ${since}`);
  if (until) all.push(Prisma.sql`${at} < ${until}`);
  if (endedSince) all.push(Prisma.sql`r.endedAt >= ${endedSince}`);
  if (ids) all.push(ids.length > 0 ? Prisma.sql`r.id IN (${Prisma.join(ids)})` : Prisma.sql`false`);
  if (asks) {
    const about = asks === 'failure' ? Prisma.sql`AND json_extract(g.gate, '$.purpose') = 'failure'` : Prisma.empty;
    // The plus keeps it to the run's own gates; by the state's index all open ones would be read, for each run again.
    all.push(Prisma.sql`EXISTS (SELECT 1 FROM "Gate" g WHERE g.runId = r.id AND +g.status = 'open' ${about})`);
  }
  for (const word of wordsOf(q)) {
    // Not LIKE, in which % and _ of the searched text would match anything.
    all.push(Prisma.sql`(instr(i.search, ${word}) > 0 OR instr(lower(r.id), ${word}) = 1)`);
  }
  return all;
}

/** Each of them is looked for. */
const wordsOf = (q = '') => q.toLowerCase().split(/\s+/).filter(Boolean);

function after(filter: RunPageFilter): Prisma.Sql[] {
  if (!filter.cursor) return [];
  const { at, id } = placeOf(filter);
  const [createdAt, runId] = readCursor<[string, string]>(filter.cursor, 2);
  return [Prisma.sql`(${at}, ${id}) ${Prisma.raw(filter.isUpwards ? '>' : '<')} (${createdAt}, ${runId})`];
}
