import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createLock } from '../../lock.ts';
import { creation, step, warnings } from '../../testing/store/samples.ts';
import { temporaryDatabase } from '../../testing/temporary-database.ts';
import { connectDriver } from './connect.ts';
import { eventStatements } from './events.ts';
import { groupCommit } from './group-commit.ts';

function opened(longestTurn?: number) {
  const { file, remove } = temporaryDatabase();
  const db = connectDriver(file);
  const writer = groupCommit(db, createLock(), undefined, longestTurn);
  const other = new Database(file);
  onTestFinished(() => {
    db.close();
    other.close();
    remove();
  });
  /** What another connection sees: only what was really committed. */
  const saved = (runId: string) => eventStatements(other).read(runId, { limit: 100 }).length;
  return { db, writer, other, saved };
}

test('R8 what fifty writers commit in one turn of the event loop is one transaction, what they commit in another the next', async () => {
  const { file, remove } = temporaryDatabase();
  const statements: string[] = [];
  const db = new Database(file, { verbose: (sql) => statements.push(String(sql)) });
  onTestFinished(() => {
    db.close();
    remove();
  });
  const writer = groupCommit(db, createLock());
  const ids = Array.from({ length: 50 }, (_, index) => `r${index}`);
  const count = (sql: string) => statements.filter((statement) => statement === sql).length;
  await Promise.all(ids.map((id) => writer.commit(creation(id))));
  expect([count('BEGIN IMMEDIATE'), count('COMMIT')]).toEqual([1, 1]);
  await Promise.all(ids.map((id) => writer.commit(step(id, 1))));
  expect([count('BEGIN IMMEDIATE'), count('COMMIT')]).toEqual([2, 2]);
});

test('a commit is acknowledged only when another connection can read it', async () => {
  const { writer, saved } = opened();
  const acknowledged = writer.commit(creation('r1'));
  expect(saved('r1')).toBe(0);
  await acknowledged;
  expect(saved('r1')).toBe(1);
});

test('a group whose COMMIT fails is rolled back and rejected whole, and the next group is really saved', async () => {
  const { writer, other, saved } = opened();
  // A reference that is checked only at COMMIT, broken by any event of run r2.
  other.exec(`
    CREATE TABLE late (id TEXT REFERENCES "Run" (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER break AFTER INSERT ON "EventBatch" WHEN new.runId = 'r2' BEGIN INSERT INTO late VALUES ('nobody'); END`);
  const results = await Promise.allSettled(['r1', 'r2', 'r3'].map((id) => writer.commit(creation(id))));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await writer.commit(creation('r1'))).toEqual({ ok: true });
  expect([saved('r1'), saved('r2'), saved('r3')]).toEqual([1, 0, 0]);
});

test('a transaction left open on the connection cannot swallow an acknowledged commit', async () => {
  const { db, writer, saved } = opened();
  db.exec('BEGIN');
  expect(await writer.commit(creation('r1'))).toEqual({ ok: true });
  expect(saved('r1')).toBe(1);
});

test('a full disk rejects with what to do, loses nothing that was acknowledged, and goes on when there is space', async () => {
  const { db, writer, saved } = opened(0);
  await writer.commit(creation('r1'));
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  const large = warnings(1, 1).map((event) => ({ ...event, node: 'x'.repeat(1_000_000) }));
  const both = [writer.commit({ runId: 'r1', expectedSeq: 1, events: large }), writer.commit(creation('r2'))];
  for (const result of await Promise.allSettled(both)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'storage_full', kind: 'operational' } });
  }
  expect(saved('r1')).toBe(1);
  db.pragma('max_page_count = 1000000');
  expect(await writer.commit({ runId: 'r1', expectedSeq: 1, events: large })).toEqual({ ok: true });
  expect(saved('r1')).toBe(2);
});

test('a database that another program keeps locked rejects as unavailable, and works again afterwards', async () => {
  const { db, writer, other, saved } = opened();
  db.pragma('busy_timeout = 20');
  other.exec('BEGIN IMMEDIATE');
  await expect(writer.commit(creation('r1'))).rejects.toMatchObject({ code: 'unavailable' });
  other.exec('ROLLBACK');
  expect(await writer.commit(creation('r1'))).toEqual({ ok: true });
  expect(saved('r1')).toBe(1);
});

/** How often the event loop turns while one run takes 20 steps. */
async function turnsDuring(longestTurn: number): Promise<number> {
  const { writer } = opened(longestTurn);
  await writer.commit(creation('r1'));
  let turns = 0;
  let busy = true;
  const count = () => {
    turns += 1;
    if (busy) setImmediate(count);
  };
  setImmediate(count);
  for (let seq = 1; seq <= 20; seq += 1) await writer.commit(step('r1', seq));
  busy = false;
  return turns;
}

test('the event loop turns between two steps of a busy run once its moment is over', async () => {
  expect(await turnsDuring(0)).toBeGreaterThanOrEqual(20);
});

test('a run that is alone takes its next steps in the same turn of the event loop', async () => {
  expect(await turnsDuring(Number.POSITIVE_INFINITY)).toBe(0);
});

test('a run that others have joined lets the event loop turn, so that they can join again', async () => {
  const { writer } = opened(Number.POSITIVE_INFINITY);
  await Promise.all([writer.commit(creation('r1')), writer.commit(creation('r2'))]);
  let hasTurned = false;
  setImmediate(() => {
    hasTurned = true;
  });
  await writer.commit(step('r1', 1));
  expect(hasTurned).toBe(true);
});

test('closing finishes the commits that were given and refuses later ones', async () => {
  const { writer, saved } = opened();
  const given = writer.commit(creation('r1'));
  await writer.close();
  expect(await given).toEqual({ ok: true });
  expect(saved('r1')).toBe(1);
  await expect(writer.commit(creation('r2'))).rejects.toMatchObject({ code: 'unavailable' });
});
