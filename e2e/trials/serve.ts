// A console without its pages, that takes its locks and looks at its database as the real one does.
import { readEnv } from '#lib/env.ts';
import { checkDatabase } from '../../lib/commands/serve/check-database.mjs';
import { lockDataDirectory } from '../../lib/commands/serve/data-lock.mjs';
import { lockDatabase } from '../../lib/commands/serve/database-lock.mjs';
import { databaseFileOf, migrate } from '../../prisma/migrate.mjs';

const env = readEnv();
const file = databaseFileOf(env.databaseUrl);
lockDataDirectory(env.dataDirectory);
lockDatabase(file, env.dataDirectory);
await checkDatabase(file, env.dataDirectory);
migrate(file);
await import('../upgrade/serve.ts');
