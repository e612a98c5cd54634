// For tests: a console's store, environment and data directory of their own, with nothing started.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../prisma/migrate.mjs';
import type { Console } from '../console/console.ts';
import type { Store } from '../store/contract/store.ts';
import { openStore } from '../store/open-store.ts';
import { bareHouse, setHouse } from './house.ts';

export const scratchToken = 'scratch-owner-token-0123456789';

export type ScratchConsole = {
  house: Console;
  store: Store;
  dataDirectory: string;
  file: string;
  close(): Promise<void>;
};

export async function openScratchConsole(env: Record<string, string> = {}): Promise<ScratchConsole> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-people-'));
  const file = join(dataDirectory, 'gatehouse.db');
  migrate(file);
  const store = await openStore(`file:${file}`);
  const house = setHouse(bareHouse({ GATEHOUSE_DATA: dataDirectory, GATEHOUSE_TOKEN: scratchToken, ...env }, store));
  return {
    house,
    store,
    dataDirectory,
    file,
    async close() {
      await store.close();
      rmSync(dataDirectory, { recursive: true });
    },
  };
}
