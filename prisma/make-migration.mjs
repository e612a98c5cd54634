// node prisma/make-migration.mjs <name>     writes the migration that brings the schema's changes to a database
// node prisma/make-migration.mjs --check    exits 1 when the migrations do not produce exactly the schema
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsDirectory } from './migrate.mjs';
import { pendingSql } from './schema-engine.mjs';

const argument = process.argv[2];
if (!argument || (argument !== '--check' && !/^[a-z0-9_]+$/.test(argument))) {
  console.error('Usage: node prisma/make-migration.mjs <name_in_snake_case> | --check');
  process.exit(2);
}

const sql = await pendingSql();
if (argument === '--check') {
  if (sql) {
    console.error(`The migrations do not produce prisma/schema.prisma. Missing:\n\n${sql}`);
    console.error('Next step: node prisma/make-migration.mjs <name>');
    process.exit(1);
  }
  console.log('The migrations produce exactly the schema.');
} else if (!sql) {
  console.log('Nothing to do: the migrations already produce the schema.');
} else {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(migrationsDirectory, `${time}_${argument}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), sql);
  writeFileSync(join(migrationsDirectory, 'migration_lock.toml'), 'provider = "sqlite"\n');
  console.log(`Wrote prisma/migrations/${time}_${argument}/migration.sql`);
}
