// The two connections to the SQLite file: the driver's for the engine's hot path, Prisma's for everything else.
// Both get the same pragmas, and a connection on which one of them did not take effect is refused.
import { chmodSync, existsSync } from 'node:fs';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import { AppError } from '../../errors.ts';
import type { Lock } from '../../lock.ts';
import { PrismaClient } from '../generated/client.ts';
import { lockedAdapter } from './locked-adapter.ts';
import { storeError } from './store-error.ts';

// busy_timeout first: switching to WAL may have to wait for another process. 2 is FULL: a commit is synced to disk.
const pragmas = [
  ['busy_timeout', '5000'],
  ['journal_mode', 'wal'],
  ['synchronous', '2'],
  ['foreign_keys', '1'],
] as const;

// Older versions can corrupt a WAL database when two connections write and checkpoint at once.
const oldestSqlite = [3, 51, 3];

export function connectDriver(file: string): Database.Database {
  if (!existsSync(file)) {
    throw new AppError('unavailable', `There is no database at ${file}; run the migrations first: npm start does.`);
  }
  chmodSync(file, 0o600);
  const db = new Database(file);
  try {
    assertVersion(String(db.prepare('SELECT sqlite_version()').pluck().get()));
    for (const [name, wanted] of pragmas) {
      db.pragma(`${name} = ${wanted}`);
      assertPragma(name, wanted, db.pragma(name, { simple: true }));
    }
    // Written again, so that the journal begins with the page that says which database it belongs to.
    db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export async function connectPrisma(file: string, lock: Lock, failed = storeError): Promise<PrismaClient> {
  const adapter = lockedAdapter(new PrismaBetterSqlite3({ url: `file:${file}` }), lock, applyPragmas);
  const prisma = new PrismaClient({ adapter });
  await prisma.$connect();
  const translated = async ({ args, query }: { args: unknown; query: (args: unknown) => Promise<unknown> }) => {
    try {
      return await query(args);
    } catch (error) {
      throw failed(error);
    }
  };
  return prisma.$extends({ query: { $allOperations: translated } }) as unknown as PrismaClient;
}

async function applyPragmas(connection: SqlDriverAdapter) {
  for (const [name, wanted] of pragmas) {
    await connection.executeScript(`PRAGMA ${name} = ${wanted}`);
    const { rows } = await connection.queryRaw({ sql: `PRAGMA ${name}`, args: [], argTypes: [] });
    assertPragma(name, wanted, rows[0]?.[0]);
  }
}

function assertPragma(name: string, wanted: string, found: unknown) {
  if (String(found) === wanted) return;
  throw new AppError('unavailable', `The database refused "PRAGMA ${name} = ${wanted}" and stayed at "${found}".`);
}

export function assertVersion(version: string) {
  const parts = version.split('.').map(Number);
  const first = oldestSqlite.findIndex((wanted, index) => parts[index] !== wanted);
  if (first === -1 || (parts[first] ?? 0) > (oldestSqlite[first] ?? 0)) return;
  throw new AppError(
    'unavailable',
    `SQLite ${version} can corrupt this database; ${oldestSqlite.join('.')} is the oldest safe one.`,
  );
}
