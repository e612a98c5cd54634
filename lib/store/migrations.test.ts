import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../prisma/migrate.mjs';
import { pendingSql } from '../../prisma/schema-engine.mjs';

let folder: string;
let file: string;
let directory: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-migrations-'));
  file = join(folder, 'test.db');
  directory = join(folder, 'migrations');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeMigration(name: string, sql: string) {
  mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(directory, name, 'migration.sql'), sql);
}

test('the migrations produce exactly the schema', async () => {
  const script = fileURLToPath(new URL('../../prisma/make-migration.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--check']);
  expect(stdout).toContain('exactly the schema');
});

test('a schema that the migrations do not produce is noticed', async () => {
  const schema = join(folder, 'schema.prisma');
  writeFileSync(schema, 'datasource db {\n  provider = "sqlite"\n}\nmodel Box {\n  id String @id\n  size Int\n}\n');
  writeMigration('1_box', 'CREATE TABLE "Box" ("id" TEXT NOT NULL PRIMARY KEY);');
  expect(await pendingSql({ schema, migrations: directory })).toContain('"size" INTEGER');
});

test('migrations are applied once, in order, with a row each in the table of Prisma', () => {
  const names = readMigrations().map(({ name }) => name);
  expect(migrate(file)).toEqual(names);
  expect(migrate(file)).toEqual([]);
  const db = new Database(file);
  const rows = db.prepare('SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL').all();
  db.close();
  expect(rows).toEqual(names.map((migration_name) => ({ migration_name })));
});

test('a failing migration changes nothing', () => {
  writeMigration('1_good', 'CREATE TABLE a (id TEXT);');
  writeMigration('2_bad', 'CREATE TABLE b (id TEXT); INSERT INTO nowhere VALUES (1);');
  expect(() => migrate(file, { directory })).toThrow('"2_bad" failed and changed nothing');
  const db = new Database(file);
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('a', 'b')").all();
  db.close();
  expect(tables).toEqual([{ name: 'a' }]);
});

test('an applied migration that changed or disappeared is refused', () => {
  writeMigration('1_first', 'CREATE TABLE a (id TEXT);');
  migrate(file, { directory });
  writeMigration('1_first', 'CREATE TABLE a (id TEXT, size INTEGER);');
  expect(() => migrate(file, { directory })).toThrow('1_first/migration.sql was changed after it was applied');
  rmSync(join(directory, '1_first'), { recursive: true });
  expect(() => migrate(file, { directory })).toThrow('was migrated by a newer version: it has "1_first"');
});

/** Adds a row in which what is not said is something. */
const rowAdder = (db: Database.Database) => (table: string, row: Record<string, string>) => {
  const columns = db.prepare('SELECT name, type FROM pragma_table_info(?) WHERE "notnull" OR pk').all(table);
  const values = (columns as { name: string; type: string }[]).map(
    ({ name, type }) => row[name] ?? (type === 'TEXT' ? 'x' : 0),
  );
  const names = (columns as { name: string }[]).map(({ name }) => name);
  db.prepare(`INSERT INTO "${table}" (${names}) VALUES (${names.map(() => '?')})`).run(values);
};

test('gates that are open already are known by whom they ask and from when on they wait too long', () => {
  const all = readMigrations();
  const index = all.findIndex(({ name }) => name.endsWith('_inbox_filters'));
  for (const { name, sql } of all.slice(0, index)) writeMigration(name, sql);
  migrate(file, { directory });
  const opened = '2026-11-16T12:00:00.000Z';
  const db = new Database(file);
  const addRow = rowAdder(db);
  addRow('WorkflowVersion', { id: 'v1' });
  addRow('Run', { id: 'r1', versionId: 'v1' });
  const add = db.prepare(`INSERT INTO "Gate" (runId, id, status, openedAt, gate) VALUES ('r1', ?, ?, '${opened}', ?)`);
  const gates = {
    anybody: { assignees: [], expires_at: null },
    mailed: { assignees: ['Ada@Example.org'], expires_at: null, node: 'Review', message: 'Publish?' },
    two: { assignees: ['ada', 'ben', 'ada'], expires_at: '2026-11-16T13:00:00.000Z', remind_every: 7_200_000 },
    soon: { assignees: ['ada'], expires_at: '2026-11-16T13:00:00.000Z', remind_every: 1500 },
  };
  for (const [id, gate] of Object.entries(gates)) add.run(id, 'open', JSON.stringify(gate));
  add.run('over', 'closed', JSON.stringify(gates.two));
  const options = [{ id: 'yes', label: 'Go on' }];
  add.run('told', 'answered', JSON.stringify({ ...gates.mailed, assignees: [], options }));
  const told = { at: opened, by: 'Cem', option: 'yes', comment: 'Why not' };
  db.prepare(`UPDATE "Gate" SET answer = ? WHERE id = 'told'`).run(JSON.stringify(told));
  for (const { name, sql } of all.slice(index)) writeMigration(name, sql);
  migrate(file, { directory });
  expect(db.prepare('SELECT gateId, assignee, openedAt FROM "GateAssignee" ORDER BY 1, 2').raw().all()).toEqual([
    ['anybody', '', opened],
    ['mailed', 'ada@example.org', opened],
    ['soon', 'ada', opened],
    ['two', 'ada', opened],
    ['two', 'ben', opened],
  ]);
  expect(db.prepare(`SELECT id, overdueAt FROM "Gate" WHERE status = 'open' ORDER BY 1`).raw().all()).toEqual([
    ['anybody', null],
    ['mailed', null],
    ['soon', '2026-11-16T12:00:01.500Z'],
    ['two', '2026-11-16T13:00:00.000Z'],
  ]);
  expect(db.prepare(`SELECT answeredAt, search FROM "Gate" WHERE id IN ('mailed', 'told') ORDER BY id`).all()).toEqual([
    { answeredAt: null, search: 'review\nada@example.org\npublish?' },
    { answeredAt: opened, search: 'review\ncem\ngo on\nwhy not\npublish?' },
  ]);
  db.close();
});

test('runs that are there already are found by their inputs, and say what they have cost', () => {
  const all = readMigrations();
  const index = all.findIndex(({ name }) => name.endsWith('_runs_list'));
  for (const { name, sql } of all.slice(0, index)) writeMigration(name, sql);
  migrate(file, { directory });
  const db = new Database(file);
  const addRow = rowAdder(db);
  addRow('WorkflowVersion', { id: 'v1' });
  for (const id of ['r1', 'r2']) addRow('Run', { id, versionId: 'v1', createdAt: 'then' });
  addRow('RunInputs', {
    runId: 'r1',
    inputs: JSON.stringify({ repo: 'web', dry: true, tries: 3, long: 'x'.repeat(201) }),
  });
  addRow('RunInputs', { runId: 'r2', inputs: '{}', search: `Found ${'x'.repeat(5000)}` });
  const snapshot = db.prepare('INSERT INTO "Snapshot" (runId, seq, state) VALUES (?, ?, ?)');
  snapshot.run('r1', 5, JSON.stringify({ spent: { cost: 0.5 } }));
  snapshot.run('r1', 9, JSON.stringify({ spent: { cost: 0.75 } }));
  snapshot.run('r2', 9, JSON.stringify({ spent: { cost: 0 } }));
  for (const { name, sql } of all.slice(index)) writeMigration(name, sql);
  migrate(file, { directory });
  expect(db.prepare('SELECT runId, name, value, createdAt FROM "RunInputValue" ORDER BY name').raw().all()).toEqual([
    ['r1', 'dry', 'true', 'then'],
    ['r1', 'long', null, 'then'],
    ['r1', 'repo', 'web', 'then'],
    ['r1', 'tries', '3', 'then'],
  ]);
  expect(db.prepare(`SELECT inputs, search FROM "RunInputs" WHERE runId = 'r2'`).get()).toEqual({
    inputs: '{}',
    search: `Found ${'x'.repeat(1994)}`,
  });
  expect(db.prepare('SELECT id, cost FROM "Run" ORDER BY id').raw().all()).toEqual([
    ['r1', 0.75],
    ['r2', null],
  ]);
  db.close();
});

test('whoever is signed in at the upgrade is the owner, the first administrator, and stays signed in', () => {
  const all = readMigrations();
  const index = all.findIndex(({ name }) => name.endsWith('_people'));
  for (const { name, sql } of all.slice(0, index)) writeMigration(name, sql);
  migrate(file, { directory });
  const db = new Database(file);
  db.exec(`INSERT INTO "Session" VALUES ('s1', 'hash', 'owner', 'then', 'later', 'then');
    INSERT INTO "SignInLink" VALUES ('link', 'owner', 'later')`);
  for (const { name, sql } of all.slice(index)) writeMigration(name, sql);
  migrate(file, { directory });
  expect(db.prepare('SELECT id, name, role, closedAt FROM "Person"').raw().all()).toEqual([
    ['owner', 'owner', 'administrator', null],
  ]);
  expect(db.prepare('SELECT tokenHash, principal, wayIn FROM "Session"').raw().all()).toEqual([
    ['hash', 'owner', 'link'],
  ]);
  expect(db.prepare('SELECT principal FROM "SignInLink"').pluck().all()).toEqual(['owner']);
  db.close();
});
