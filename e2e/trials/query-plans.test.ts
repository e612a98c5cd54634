import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GateList } from '#lib/store/contract/gates.ts';
import { writeCursor } from '#lib/store/cursor.ts';
import { PrismaClient } from '#lib/store/generated/client.ts';
import { allQueries } from '#lib/store/prisma/all-queries.ts';
import { auditStatements } from '#lib/store/sqlite/audit.ts';
import { readFigures } from '#lib/store/sqlite/figures.ts';
import { countOpenGates, listClaimedGates, pageOfGates } from '#lib/store/sqlite/list-gates.ts';
import { listInputNames, listRuns, listStarters } from '#lib/store/sqlite/list-runs.ts';
import { migrate } from '../../prisma/migrate.mjs';

let directory: string;
let file: string;
let prisma: PrismaClient;
const asked: string[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-plans-'));
  file = join(directory, 'gatehouse.db');
  migrate(file);
  const client = new PrismaClient({
    adapter: new PrismaBetterSqlite3({ url: `file:${file}` }),
    log: [{ emit: 'event', level: 'query' }],
  });
  client.$on('query', ({ query }) => void asked.push(query));
  prisma = client;
  await prisma.$connect();
});

afterAll(async () => {
  await prisma.$disconnect();
  rmSync(directory, { recursive: true });
});

/** How SQLite would answer what was asked, step by step; each names the question it is of. */
async function planOf(ask: () => unknown): Promise<string[]> {
  asked.length = 0;
  await ask();
  const db = new Database(file, { readonly: true });
  try {
    const selects = asked.filter((query) => /^\s*(SELECT|WITH)/i.test(query));
    expect(selects.length).toBeGreaterThan(0);
    return selects.flatMap((query) => {
      const count = query.match(/\?/g)?.length ?? 0;
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${query}`).all(...Array(count).fill('0')) as { detail: string }[];
      return plan.map(({ detail }) => `${detail} ← ${query}`);
    });
  } finally {
    db.close();
  }
}

/** What is asked of the driver itself is told by it, with its values. */
function withDriver(ask: (db: Database.Database) => unknown): void {
  const db = new Database(file, { verbose: (query) => void asked.push(String(query)) });
  try {
    ask(db);
  } finally {
    db.close();
  }
}

const now = '2026-11-16T00:00:00.000Z';
const by = { itself: 'asked by itself', pages: 'asked by every page' };

test.each([
  [by.itself, 'listUnfinishedRuns', () => allQueries(prisma).listUnfinishedRuns()],
  [by.itself, 'listDueRuns', () => allQueries(prisma).listDueRuns(now, now)],
  [by.itself, 'nextWakeUp', () => allQueries(prisma).nextWakeUp(now, now)],
  [by.itself, 'listIdleRuns', () => allQueries(prisma).listIdleRuns(now, now)],
  [by.itself, 'readStandings', () => allQueries(prisma).readStandings(['r1', 'r2'])],
  [by.itself, 'readSlots', () => allQueries(prisma).readSlots({ workflow: 'w', concurrencyKey: 'k' })],
  [by.itself, 'nextDelivery', () => allQueries(prisma).nextDelivery(['someone'])],
  [by.itself, 'listEndedRuns', () => allQueries(prisma).listEndedRuns({ before: now, limit: 200 })],
  [by.itself, 'listEndedRuns for surplus', () => allQueries(prisma).listEndedRuns({ limit: 200 })],
  [by.itself, 'countEndedRuns', () => allQueries(prisma).countEndedRuns()],
  [by.itself, 'knownRuns', () => allQueries(prisma).knownRuns(['r1', 'r2'])],
  [by.itself, 'listClaimedGates', () => listClaimedGates(prisma)],
  [by.itself, 'unsealedAudit', () => withDriver((db) => auditStatements(db).unsealed(200))],
  [by.itself, 'lastSealed', () => withDriver((db) => auditStatements(db).last())],
  [by.itself, 'readAuditEnd', () => withDriver((db) => auditStatements(db).readEnd())],
  [by.pages, 'countOpenGates', () => countOpenGates(prisma)],
  [by.pages, 'countOpenGates of a person', () => countOpenGates(prisma, { askedOf: ['ada', ''] })],
  [by.pages, 'countOpenGates overdue', () => countOpenGates(prisma, { overdueAt: now })],
  [by.pages, 'listGates of a run', () => allQueries(prisma).listGates({ run: 'r1', limit: 100 })],
  [by.pages, 'pageOfGates', () => pageOfGates(prisma, { limit: 100 })],
  [by.pages, 'pageOfGates that are open', () => pageOfGates(prisma, { status: 'open', limit: 100 })],
  [by.pages, 'pageOfGates of a person', () => pageOfGates(prisma, { askedOf: ['ada', ''], limit: 100 })],
  [by.pages, 'pageOfGates overdue', () => pageOfGates(prisma, { overdueAt: now, limit: 100 })],
  [by.pages, 'pageOfGates answered', () => pageOfGates(prisma, { answered: true, limit: 100 })],
  [by.pages, 'pageOfGates that are found', () => pageOfGates(prisma, { status: 'open', q: 'x y', limit: 100 })],
  [by.pages, 'pageOfLinks', () => allQueries(prisma).pageOfLinks('r1', 'g1', { limit: 100 })],
  [by.pages, 'listDeliveries', () => allQueries(prisma).listDeliveries({ limit: 50 })],
  [by.pages, 'listRuns', () => listRuns(prisma, {})],
  [by.pages, 'listRuns of a workflow', () => listRuns(prisma, { workflow: 'w' })],
  [by.pages, 'listRuns of somebody', () => listRuns(prisma, { startedBy: 'ada', since: now })],
  [by.pages, 'listRuns by an input', () => listRuns(prisma, { inputs: { repo: 'web', env: 'prod' } })],
  [by.pages, 'listRuns upwards', () => listRuns(prisma, { cursor: writeCursor([now, 'r1']), isUpwards: true })],
  [by.pages, 'readFigures', () => readFigures(prisma, { today: now, answersSince: now, costsSince: now })],
  [
    by.pages,
    'readFigures of somebody',
    () => readFigures(prisma, { today: now, answersSince: now, costsSince: now, seenBy: ['ada'] }),
  ],
  [by.pages, 'listViews', () => allQueries(prisma).listViews('ada')],
  [by.pages, 'listStarters', () => listStarters(prisma)],
  [by.pages, 'listInputNames', () => listInputNames(prisma, ['r1', 'r2'])],
] as const)('D3 %s: %s reads no whole table', async (_, _name, ask) => {
  const plan = await planOf(ask);
  // A scan of what a question has found is none; along an index, as far as a page goes, is not the whole table. People are few.
  const scans = plan.filter((step) => /^SCAN (?!sub |starter |json_each |CONSTANT|p )/.test(step));
  expect(scans.filter((scan) => !/^SCAN \S+ USING (COVERING )?INDEX/.test(scan) || !/LIMIT/.test(scan))).toEqual([]);
});

test.each([
  ['act', { act: 'run' }, '(act>? AND act<?)'],
  ['who', { who: 'ada' }, '(who=?)'],
  ['subject', { subject: 'r1' }, '(subject=?)'],
])(
  'D3 the audit log is searched by %s along an index, though acts are only indexed when they are sealed',
  async (_, filter, index) => {
    const plan = await planOf(() => allQueries(prisma).pageOfAudit({ ...filter, limit: 100 }));
    expect(plan.filter((step) => /^SCAN/.test(step) && !/LIMIT/.test(step))).toEqual([]);
    expect(plan.map((step) => /\([^)]*\?\)(?= ←)/.exec(step)?.[0])).toContain(index);
  },
);

test('D3 a filtered page of the inbox, and one of links, is read in the order of an index', async () => {
  const queries = allQueries(prisma);
  const cursor = writeCursor([now, 'g1', 'r1']);
  const lists = [{ askedOf: ['ada', ''] }, { overdueAt: now }, { answered: true }, { status: 'open' }] as const;
  const searches = [{}, { q: 'some words' }, { workflow: 'release' }];
  const plans: string[] = [];
  for (const list of lists) {
    for (const search of searches) {
      const page = { ...structuredClone<GateList>(list as GateList), ...search, limit: 100, cursor };
      plans.push(...(await planOf(() => pageOfGates(prisma, page))));
    }
  }
  const plan = [
    ...plans,
    ...(await planOf(() => queries.pageOfLinks('r1', 'g1', { limit: 100, cursor: writeCursor([now, 'l1']) }))),
  ];
  expect(plan.filter((step) => /TEMP B-TREE|^SCAN/.test(step))).toEqual([]);
  expect(new Set(plan.map((step) => /\([^)]*\?\)(?= ←)/.exec(step)?.[0]))).toEqual(
    new Set([
      '(assignee=? AND openedAt<?)',
      '(runId=? AND id=?)',
      '(id=?)',
      '(status=? AND overdueAt<?)',
      '(status=? AND answeredAt<?)',
      '(status=? AND openedAt<?)',
      '(runId=? AND gateId=? AND createdAt<?)',
    ]),
  );
});

test('D3 a page of runs that is filtered by who, by an input or by state is read in the order of an index', async () => {
  const cursor = writeCursor([now, 'r1']);
  const plan = [
    ...(await planOf(() => listRuns(prisma, { startedBy: 'ada', cursor }))),
    ...(await planOf(() => listRuns(prisma, { inputs: { repo: 'web' }, since: now, cursor }))),
    ...(await planOf(() => listRuns(prisma, { status: ['failed'], since: now, cursor }))),
  ];
  expect(plan.filter((step) => /TEMP B-TREE|^SCAN/.test(step))).toEqual([]);
  const searched = plan.flatMap((step) => /\(((?:startedBy|name|status)=\?.*)\) ←/.exec(step)?.[1] ?? []);
  expect(searched).toEqual([
    'startedBy=? AND (createdAt,id)<(?,?)',
    'name=? AND value=? AND createdAt>? AND (createdAt,runId)<(?,?)',
    'status=? AND createdAt>? AND (createdAt,id)<(?,?)',
  ]);
});

test('D3 whether a run asks is read from its own gates, not from all that are open', async () => {
  const plan = await planOf(() => listRuns(prisma, { asks: true }));
  expect(plan.filter((step) => /^SEARCH g /.test(step))).toEqual([expect.stringMatching(/\(runId=\?\) ←/)]);
});

test('D3 looking for stuck and due runs reads none of those that wait for people', async () => {
  const queries = allQueries(prisma);
  const plan = [
    ...(await planOf(() => queries.listIdleRuns(now, now))),
    ...(await planOf(() => queries.listDueRuns(now, now))),
  ];
  expect(plan.length).toBeGreaterThan(0);
  // By status alone they would all be read.
  expect(plan.filter((step) => /\(status=\?\) ←.*WHERE.*`(waitingOn|wakeAt|wakeOn)`/.test(step))).toEqual([]);
});
