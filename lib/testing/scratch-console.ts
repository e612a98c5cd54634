// For tests: a console's store, environment and data directory of their own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../prisma/migrate.mjs';
import { readEnv } from '../env.ts';
import { forgetSingleton, singleton } from '../singleton.ts';
import type { Store } from '../store/contract/store.ts';
import { setCurrentStore } from '../store/current-store.ts';
import { openStore } from '../store/open-store.ts';

export const scratchToken = 'scratch-owner-token-0123456789';

export type ScratchConsole = { store: Store; dataDirectory: string; file: string; close(): Promise<void> };

export async function openScratchConsole(env: Record<string, string> = {}): Promise<ScratchConsole> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-people-'));
  for (const name of ['env', 'owner token']) forgetSingleton(name);
  singleton('env', () => readEnv({ GATEHOUSE_DATA: dataDirectory, GATEHOUSE_TOKEN: scratchToken, ...env }));
  const file = join(dataDirectory, 'gatehouse.db');
  migrate(file);
  const store = await openStore(`file:${file}`);
  setCurrentStore(store);
  return {
    store,
    dataDirectory,
    file,
    async close() {
      setCurrentStore(null);
      await store.close();
      for (const name of ['env', 'owner token']) forgetSingleton(name);
      rmSync(dataDirectory, { recursive: true });
    },
  };
}
