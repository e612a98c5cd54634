// Applies prisma/migrations/*/migration.sql in order, each in one transaction with its row in Prisma's own
// _prisma_migrations table, so that the ordinary CLI works on the same database. Never edits or skips history:
// a migration that was applied must still be there, unchanged.
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';

export const migrationsDirectory = join(dirname(fileURLToPath(import.meta.url)), 'migrations');

/** In the header of every database of ours. Beside it user_version is a number of the database's own, for ever. */
export const applicationId = 0x47544853;

const table = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL,
  "checksum" TEXT NOT NULL,
  "finished_at" DATETIME,
  "migration_name" TEXT NOT NULL,
  "logs" TEXT,
  "rolled_back_at" DATETIME,
  "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
)`;

/** In the order they are applied: folder names start with their time. */
export function readMigrations(directory = migrationsDirectory) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(directory, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * @typedef {{ migration_name: string, finished_at: number | null, checksum: string }} Applied
 * @typedef {ReturnType<typeof readMigrations>[number]} Migration
 * @param {Applied[]} applied
 * @param {Migration[]} migrations
 * @param {string} databaseFile
 */
function checkHistory(applied, migrations, databaseFile) {
  for (const row of applied) {
    const migration = migrations.find(({ name }) => name === row.migration_name);
    if (!migration) {
      throw new Error(
        `${databaseFile} was migrated by a newer version: it has "${row.migration_name}", which is not in ` +
          'prisma/migrations. Start the version that wrote it, or restore a backup.',
      );
    }
    if (row.finished_at === null) {
      throw new Error(`${databaseFile}: migration "${row.migration_name}" was started elsewhere and never finished.`);
    }
    if (row.checksum !== migration.checksum) {
      throw new Error(
        `prisma/migrations/${row.migration_name}/migration.sql was changed after it was applied to ${databaseFile}. ` +
          'Restore the file and put the change into a new migration.',
      );
    }
  }
}

/** @param {string} databaseUrl */
export function databaseFileOf(databaseUrl) {
  return resolve(databaseUrl.slice('file:'.length).replace(/\?.*/s, ''));
}

/** Returns the names of the migrations it applied. @param {string} databaseFile */
export function migrate(databaseFile, { directory = migrationsDirectory } = {}) {
  mkdirSync(dirname(databaseFile), { recursive: true, mode: 0o700 });
  if (!existsSync(databaseFile)) create(databaseFile);
  const db = new Database(databaseFile);
  try {
    chmodSync(databaseFile, 0o600);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('busy_timeout = 5000');
    // Prisma's table rebuilds drop and rename tables; the pragma has no effect inside a transaction, so it is set here
    // and the result is checked before each commit.
    db.pragma('foreign_keys = OFF');
    db.exec(table);
    const migrations = readMigrations(directory);
    /** @type {Database.Statement<[], Applied>} */
    const history = db.prepare('SELECT * FROM _prisma_migrations WHERE rolled_back_at IS NULL');
    const applied = history.all();
    checkHistory(applied, migrations, databaseFile);
    mark(db);
    const done = new Set(applied.map((row) => row.migration_name));
    const pending = migrations.filter(({ name }) => !done.has(name));
    for (const migration of pending) apply(db, migration);
    return pending.map(({ name }) => name);
  } finally {
    db.close();
  }
}

/** Made aside and renamed: a database of ours is never empty, whenever the process dies. @param {string} databaseFile */
function create(databaseFile) {
  const draft = `${databaseFile}.new`;
  for (const file of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(file, { force: true });
  const db = new Database(draft);
  try {
    chmodSync(draft, 0o600);
    mark(db);
  } finally {
    db.close();
  }
  renameSync(draft, databaseFile);
}

/** @param {Database.Database} db */
function mark(db) {
  if (db.pragma('application_id', { simple: true }) !== 0) return;
  db.pragma(`user_version = ${randomInt(1, 2 ** 31 - 1)}`);
  db.pragma(`application_id = ${applicationId}`);
}

/** @param {Database.Database} db @param {Migration} migration */
function apply(db, { name, sql, checksum }) {
  const startedAt = Date.now();
  const record = db.prepare(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     VALUES (?, ?, ?, ?, ?, 1)`,
  );
  try {
    db.transaction(() => {
      db.exec(sql);
      const broken = /** @type {unknown[]} */ (db.pragma('foreign_key_check'));
      if (broken.length > 0) throw new Error(`it would leave ${broken.length} broken references`);
      record.run(randomUUID(), checksum, Date.now(), name, startedAt);
    }).immediate();
  } catch (/** @type {any} */ error) {
    throw new Error(`Migration "${name}" failed and changed nothing: ${error.message}`, { cause: error });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { readEnv } = await import('../lib/env.ts');
  const names = migrate(databaseFileOf(readEnv().databaseUrl));
  console.log(names.length > 0 ? `Applied ${names.join(', ')}.` : 'The database is up to date.');
}
