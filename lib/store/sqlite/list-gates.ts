// Gates as the inbox lists them: each list along an index, a page after the other. A gate's id is its own only within its
// run, so a cursor names both. A search goes along the same index until its page is full.
import type { GatePage, GateRecord, OpenGates } from '../contract/gates.ts';
import { pageOf, readCursor, writeCursor } from '../cursor.ts';
import { Prisma, type PrismaClient } from '../generated/client.ts';
import { type GateRow, toGateRecord } from '../prisma/gates.ts';

type Place = [time: string, id: string, runId: string];
type Placed = { place: Place; gate: GateRecord };
/** What the list is read along: the names of its time, and of a gate's id and run in the table that has it. */
type Along = { from: Prisma.Sql; is: Prisma.Sql; time: string; id?: string; run?: string };

const { sql, raw, join } = Prisma;
const gates = sql`"Gate" g`;
const asked = sql`"GateAssignee" a CROSS JOIN "Gate" g ON g.runId = a.runId AND g.id = a.gateId`;
const mostWords = 8;

function alongOf(page: GatePage): Along[] {
  if ('askedOf' in page) {
    const names = [...new Set(page.askedOf)];
    const columns = { time: 'a.openedAt', id: 'a.gateId', run: 'a.runId' };
    return names.map((name) => ({ from: asked, is: sql`a.assignee = ${name}`, ...columns }));
  }
  if ('overdueAt' in page) return [{ from: gates, is: isOverdue(page.overdueAt), time: 'g.overdueAt' }];
  if ('answered' in page) return [{ from: gates, is: sql`g.status = 'answered'`, time: 'g.answeredAt' }];
  const is = page.status === undefined ? sql`true` : sql`g.status = ${page.status}`;
  return [{ from: gates, is, time: 'g.openedAt' }];
}

const isOverdue = (at: string) => sql`g.status = 'open' AND g.overdueAt <= ${at}`;

/** Not LIKE, in which % and _ of the searched text would match anything. */
function isFound({ q = '', workflow }: GatePage): Prisma.Sql[] {
  const words = q.trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  const found = words.map(
    (word) => sql`(instr(g.search, ${word}) > 0 OR instr(lower(r.name), ${word}) > 0
      OR instr(lower(r.workflow), ${word}) > 0 OR instr(lower(r.id), ${word}) = 1)`,
  );
  return workflow ? [...found, sql`r.workflow = ${workflow}`] : found;
}

async function readAlong(
  prisma: PrismaClient,
  { from, is, time, id = 'g.id', run = 'g.runId' }: Along,
  page: GatePage,
): Promise<Placed[]> {
  const search = isFound(page);
  const place = raw(`${time}, ${id}, ${run}`);
  const all = [is, ...search];
  if (page.cursor !== undefined) {
    const after = readCursor<Place>(page.cursor, 3);
    // The bound alone is what the index is searched by.
    all.push(sql`${raw(time)} <= ${after[0]}`, sql`(${place}) < (${join(after)})`);
  }
  // From left to right in any case: the other way round would sort all that is found.
  const runs = search.length > 0 ? sql`CROSS JOIN "Run" r ON r.id = g.runId` : Prisma.empty;
  const rows = await prisma.$queryRaw<(GateRow & { time: string; id: string })[]>`
    SELECT g.runId, g.status, g.gate, g.answer, g.id, ${raw(time)} AS time FROM ${from} ${runs}
    WHERE ${join(all, ' AND ')}
    ORDER BY ${raw(`${time} DESC, ${id} DESC, ${run} DESC`)} LIMIT ${page.limit + 1}`;
  return rows.map((row) => ({ place: [row.time, row.id, row.runId], gate: toGateRecord(row) }));
}

function descending({ place: a }: Placed, { place: b }: Placed): number {
  const index = a.findIndex((part, at) => part !== b[at]);
  return index < 0 ? 0 : (a[index] as string) < (b[index] as string) ? 1 : -1;
}

export async function pageOfGates(prisma: PrismaClient, page: GatePage) {
  const lists = await Promise.all(alongOf(page).map((along) => readAlong(prisma, along, page)));
  // Each is the beginning of its own list: together they have the beginning of all. A gate may ask by more than one name.
  const sorted = lists.flat().sort(descending);
  const rows = sorted.filter((row, index) => descending(sorted[index - 1] ?? row, row) !== 0 || index === 0);
  const { items, next } = pageOf(rows, page.limit, ({ place }) => writeCursor(place));
  return { gates: items.map(({ gate }) => gate), next };
}

export async function countOpenGates(prisma: PrismaClient, which?: OpenGates): Promise<number> {
  const [row] = await prisma.$queryRaw<{ count: bigint }[]>(
    which && 'askedOf' in which
      ? sql`SELECT count(DISTINCT a.gateId || ' ' || a.runId) AS count FROM "GateAssignee" a
            WHERE a.assignee IN (${join(which.askedOf)})`
      : sql`SELECT count(*) AS count FROM "Gate" g
            WHERE ${which ? isOverdue(which.overdueAt) : sql`g.status = 'open'`}`,
  );
  return Number(row?.count ?? 0);
}

/** By the rows of whoever holds them: from the people, who are few, to their gates. */
export async function listClaimedGates(prisma: PrismaClient): Promise<GateRecord[]> {
  const rows = await prisma.$queryRaw<GateRow[]>`
    SELECT g.runId, g.status, g.gate, g.answer FROM "Person" p CROSS JOIN "GateAssignee" a ON a.assignee = p.id
    CROSS JOIN "Gate" g ON g.runId = a.runId AND g.id = a.gateId
    WHERE json_extract(g.gate, '$.claimed.person') = p.id`;
  return rows.map(toGateRecord);
}
