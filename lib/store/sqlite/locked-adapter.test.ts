// Each of these is a way in which the official adapter, or two connections, lose acknowledged writes or stop for good.
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createLock } from '../../lock.ts';
import { creation, step, warnings } from '../../testing/store/samples.ts';
import { temporaryDatabase } from '../../testing/temporary-database.ts';
import { PrismaClient } from '../generated/client.ts';
import { connectDriver, connectPrisma } from './connect.ts';
import { eventStatements } from './events.ts';
import { groupCommit } from './group-commit.ts';
import { lockedAdapter } from './locked-adapter.ts';

const row = (key: string) => ({ data: { key, value: 'kept' } });
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function connections() {
  const { file, remove } = temporaryDatabase();
  const lock = createLock();
  const db = connectDriver(file);
  const prisma = await connectPrisma(file, lock);
  onTestFinished(async () => {
    await prisma.$disconnect();
    db.close();
    remove();
  });
  /** What another connection sees: only what was really committed. */
  const saved = () => keysIn(file);
  return { file, lock, db, prisma, saved };
}

/** A client on a rollback journal that never waits for a lock: there a reader makes a real COMMIT fail as busy. */
function impatientConnections() {
  const { file, remove } = temporaryDatabase();
  const other = new Database(file);
  other.pragma('journal_mode = DELETE');
  const factory = new PrismaBetterSqlite3({ url: `file:${file}` });
  const adapter = lockedAdapter(factory, createLock(), (connection) =>
    connection.executeScript('PRAGMA busy_timeout = 0'),
  );
  const prisma = new PrismaClient({ adapter });
  onTestFinished(async () => {
    await prisma.$disconnect();
    other.close();
    remove();
  });
  return { prisma, other, saved: () => keysIn(file) };
}

function keysIn(file: string): unknown[] {
  const reader = new Database(file);
  try {
    return reader.prepare('SELECT key FROM "Setting" ORDER BY key').pluck().all();
  } finally {
    reader.close();
  }
}

test('a plain write made while a transaction is open is not lost when that transaction rolls back', async () => {
  const { prisma, saved } = await connections();
  let plain: Promise<unknown> = Promise.resolve();
  const failing = prisma.$transaction(async (transaction) => {
    await transaction.setting.create(row('mine'));
    plain = prisma.setting.create(row('theirs')).then((created) => created);
    await turn();
    await transaction.setting.create(row('mine too'));
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await plain;
  expect(saved()).toEqual(['theirs']);
});

test('a plain read made while a transaction is open does not see what may be rolled back', async () => {
  const { prisma } = await connections();
  let count: Promise<number> = Promise.resolve(-1);
  const failing = prisma.$transaction(async (transaction) => {
    await transaction.setting.create(row('mine'));
    count = prisma.setting.count().then((found) => found);
    await turn();
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await count).toBe(0);
});

test('a transaction whose COMMIT fails as busy is rolled back, and the next writes are really saved', async () => {
  const { prisma, other, saved } = impatientConnections();
  other.exec('BEGIN; SELECT * FROM "Setting"');
  await expect(prisma.$transaction(['lost', 'too'].map((key) => prisma.setting.create(row(key))))).rejects.toThrow();
  await expect(prisma.$transaction((transaction) => transaction.setting.create(row('lost')))).rejects.toThrow();
  other.exec('COMMIT');
  await prisma.setting.create(row('plain'));
  await prisma.$transaction((transaction) => transaction.setting.create(row('together')));
  expect(saved()).toEqual(['plain', 'together']);
});

test('a transaction that cannot begin gives the lock back', async () => {
  const { prisma, other, saved } = impatientConnections();
  other.exec('BEGIN IMMEDIATE');
  await expect(prisma.$transaction((transaction) => transaction.setting.create(row('early')))).rejects.toThrow();
  other.exec('ROLLBACK');
  await prisma.$transaction((transaction) => transaction.setting.create(row('later')));
  expect(saved()).toEqual(['later']);
});

test('a transaction takes the write lock when it begins, so that reading first cannot make its write fail', async () => {
  const { prisma, other } = impatientConnections();
  await prisma.$transaction(async (transaction) => {
    await transaction.setting.count();
    expect(() => other.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE')).toThrow('database is locked');
    await transaction.setting.create(row('mine'));
  });
});

test('a transaction that takes too long is rolled back and gives the lock back; its late statement is refused', async () => {
  const { prisma, saved } = await connections();
  let goOn = () => {};
  const stuck = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let late: Promise<unknown> = Promise.resolve();
  const slow = prisma.$transaction(
    async (transaction) => {
      await transaction.setting.create(row('mine'));
      await stuck;
      late = transaction.setting.create(row('late'));
      await late;
    },
    { timeout: 30 },
  );
  await prisma.setting.create(row('theirs'));
  goOn();
  await expect(slow).rejects.toThrow();
  await expect(late).rejects.toThrow();
  expect(saved()).toEqual(['theirs']);
});

test('a transaction that waited too long for the lock does not keep it when it comes', async () => {
  const { prisma, lock, saved } = await connections();
  const release = await lock.acquire();
  const impatient = prisma.$transaction((transaction) => transaction.setting.create(row('mine')), { maxWait: 20 });
  await expect(impatient).rejects.toThrow();
  release();
  await prisma.setting.create(row('theirs'));
  expect(saved()).toEqual(['theirs']);
});

test('a statement of a transaction that has ended is refused: it would run outside the lock', async () => {
  const { file, remove } = temporaryDatabase();
  const lock = createLock();
  const adapter = await lockedAdapter(new PrismaBetterSqlite3({ url: `file:${file}` }), lock).connect();
  onTestFinished(async () => {
    await adapter.dispose();
    remove();
  });
  const transaction = await adapter.startTransaction();
  await transaction.commit();
  expect(lock.isFree()).toBe(true);
  const late = { sql: `INSERT INTO "Setting" VALUES ('late', '')`, args: [], argTypes: [] };
  await expect(transaction.executeRaw(late)).rejects.toThrow('has ended');
  expect(keysIn(file)).toEqual([]);
});

test('a part of a transaction can fail alone', async () => {
  const { prisma, saved } = await connections();
  await prisma.$transaction(async (transaction) => {
    await transaction.setting.create(row('outer'));
    const inner = transaction.$transaction(async (nested) => {
      await nested.setting.create(row('inner'));
      throw new Error('only this part');
    });
    await expect(inner).rejects.toThrow('only this part');
  });
  expect(saved()).toEqual(['outer']);
});

test('a commit of the engine made while a transaction is open waits for it: two connections never deadlock', async () => {
  const { prisma, lock, db, saved } = await connections();
  const writer = groupCommit(db, lock);
  let acknowledged = false;
  let commit: Promise<unknown> = Promise.resolve();
  await prisma.$transaction(async (transaction) => {
    await transaction.setting.create(row('mine'));
    commit = writer.commit(creation('r1')).then((result) => {
      acknowledged = true;
      return result;
    });
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(acknowledged).toBe(false);
    await transaction.setting.create(row('mine too'));
  });
  expect(await commit).toEqual({ ok: true });
  expect(saved()).toEqual(['mine', 'mine too']);
});

test('fifty writers of every kind at once lose nothing but what was rolled back', async () => {
  const { prisma, lock, db, saved } = await connections();
  const writer = groupCommit(db, lock);
  await writer.commit(creation('r1'));
  const options = { maxWait: 20_000, timeout: 20_000 };
  const results = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const key = String(index).padStart(2, '0');
      if (index % 4 === 0) return writer.commit(step('r1', 1 + index / 4));
      if (index % 4 === 1) return prisma.setting.create(row(key));
      return prisma
        .$transaction(async (transaction) => {
          await transaction.setting.create(row(key));
          await turn();
          if (index % 4 === 3) throw new Error('changed my mind');
        }, options)
        .catch(() => {});
    }),
  );
  expect(results.filter((_, index) => index % 4 === 0)).toEqual(Array.from({ length: 13 }, () => ({ ok: true })));
  expect(saved()).toEqual(
    Array.from({ length: 50 }, (_, index) => String(index).padStart(2, '0')).filter((_, index) =>
      [1, 2].includes(index % 4),
    ),
  );
  expect(eventStatements(db).read('r1', { limit: 100 })).toEqual(warnings(0, 14));
});
