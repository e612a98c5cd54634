import { defineConfig } from 'prisma/config';
import { readEnv } from './lib/env.ts';

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: readEnv().databaseUrl },
});
