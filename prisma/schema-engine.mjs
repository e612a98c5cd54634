// Prisma's schema engine as WebAssembly, so that migrations are made with no engine download. The package's own entry
// imports a .wasm file, which Node does not do without a flag: instantiate it here.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { migrationsDirectory, readMigrations } from './migrate.mjs';

const schemaFile = join(dirname(fileURLToPath(import.meta.url)), 'schema.prisma');

const noFilters = { externalTables: [], externalEnums: [] };

// Loaded once: the bindings keep views into the memory of the instance they were first given.
let loading;
function loadEngine() {
  loading ??= instantiateEngine();
  return loading;
}

async function instantiateEngine() {
  const bindingsFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const module = new WebAssembly.Module(readFileSync(join(dirname(bindingsFile), 'schema_engine_bg.wasm')));
  const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(exports);
  /** @type {() => void} */ (exports.__wbindgen_start)();
  return bindings.SchemaEngine;
}

/**
 * The engine replays a whole migration as one raw statement; the driver takes several only through a script. It also asks for
 * the text of an index with its name in double quotes, which the driver takes for a column.
 */
class ReplayingSqlite extends PrismaBetterSqlite3 {
  /** @override */
  async connectToShadowDb() {
    const adapter = await super.connectToShadowDb();
    const executeRaw = adapter.executeRaw.bind(adapter);
    adapter.executeRaw = async (query) => {
      if (query.args.length > 0) return executeRaw(query);
      await adapter.executeScript(query.sql);
      return 0;
    };
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = (query) => queryRaw({ ...query, sql: query.sql.replace(/ name = "(\w+)";$/, " name = '$1';") });
    return adapter;
  }
}

/** The SQL that turns what the migrations produce into what the schema says; empty when they agree. */
export async function pendingSql({ schema = schemaFile, migrations = migrationsDirectory } = {}) {
  const content = readFileSync(schema, 'utf8');
  const SchemaEngine = await loadEngine();
  const adapter = bindMigrationAwareSqlAdapterFactory(new ReplayingSqlite({ url: ':memory:' }));
  const engine = await SchemaEngine.new({ datamodels: [[schema, content]] }, () => {}, adapter);
  try {
    const result = await engine.diff({
      from: {
        tag: 'migrations',
        baseDir: migrations,
        lockfile: { path: 'migration_lock.toml', content: 'provider = "sqlite"\n' },
        shadowDbInitScript: '',
        migrationDirectories: readMigrations(migrations).map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
        })),
      },
      to: { tag: 'schemaDatamodel', files: [{ path: schema, content }] },
      script: true,
      exitCode: true,
      filters: noFilters,
    });
    return result.exitCode === 0 ? '' : (result.stdout ?? '');
  } finally {
    engine.free();
  }
}
