import { chmodSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLock } from '../../lock.ts';
import { describeStore } from '../../testing/store/store-contract.ts';
import { temporaryDatabase } from '../../testing/temporary-database.ts';
import type { Store } from '../contract/store.ts';
import { assertVersion, connectDriver, connectPrisma } from './connect.ts';
import { openDatabase } from './open-database.ts';

describeStore('SQLite', async () => {
  const { file, remove } = temporaryDatabase();
  let store: Store = await openDatabase(file);
  return {
    store,
    async reopen() {
      await store.close();
      store = await openDatabase(file);
      return store;
    },
    async sql(statement) {
      const db = new Database(file);
      db.exec(statement);
      db.close();
    },
    async cleanup() {
      await store.close();
      remove();
    },
  };
});

describe('Opening a SQLite database', () => {
  function database() {
    const { file, remove } = temporaryDatabase();
    onTestFinished(remove);
    return file;
  }

  test('syncs every commit, waits for locks and checks references on both connections', async () => {
    const file = database();
    const before = new Database(file);
    before.pragma('journal_mode = DELETE');
    before.close();
    const db = connectDriver(file);
    const prisma = await connectPrisma(file, createLock());
    for (const [pragma, wanted] of [
      ['journal_mode', 'wal'],
      ['synchronous', 2],
      ['busy_timeout', 5000],
      ['foreign_keys', 1],
    ] as const) {
      expect(db.pragma(pragma, { simple: true })).toBe(wanted);
      const [row] = await prisma.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${pragma}`);
      expect(String(Object.values(row ?? {})[0])).toBe(String(wanted));
    }
    await prisma.$disconnect();
    db.close();
  });

  test('makes the file and its journal readable by their owner alone', async () => {
    const file = database();
    chmodSync(file, 0o644);
    const store = await openDatabase(file);
    await store.saveSetting('key', 'value');
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(file + suffix).mode & 0o777).toBe(0o600);
    await store.close();
  });

  test('refuses a file that is not there instead of making an empty one', async () => {
    await expect(openDatabase(`${database()}.other`)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('refuses versions of SQLite that can corrupt a database with two connections', () => {
    for (const safe of ['3.51.3', '3.51.10', '3.52.0', '4.0.0']) expect(() => assertVersion(safe)).not.toThrow();
    for (const unsafe of ['3.51.2', '3.40.1', '2.99.99']) expect(() => assertVersion(unsafe)).toThrow(unsafe);
  });
});
