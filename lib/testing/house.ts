// For tests: the console that a test works with. Until an engine or a store is opened it is one without a store, on the
// defaults of the environment.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Console } from '../console/console.ts';
import { createConsole } from '../console/create-console.ts';
import { setCurrentConsole } from '../console/current-console.ts';
import { readEnv } from '../env.ts';
import type { Store } from '../store/contract/store.ts';

/** Commands of tests run this project's Node, and its programs. */
export const shown = { GATEHOUSE_FOLDERS: process.cwd() };

export function bareHouse(env: Record<string, string> = {}, store: Store | null = null): Console {
  const dataDirectory = env.GATEHOUSE_DATA ?? mkdtempSync(join(tmpdir(), 'gatehouse-bare-'));
  const token = 'scratch-owner-token-0123456789';
  return createConsole(
    readEnv({ ...shown, GATEHOUSE_DATA: dataDirectory, GATEHOUSE_TOKEN: token, ...env }),
    () => store,
  );
}

export let house: Console = bareHouse();

/** For what comes next in this test file; requests that are answered in this process come to it too. */
export function setHouse(next: Console): Console {
  house = next;
  setCurrentConsole({ house });
  return house;
}

/** Puts something between the engine and its store. */
export function wrapStore(wrap: (store: Store) => Store): void {
  Object.defineProperty(house, 'store', { value: wrap(house.store), configurable: true });
}
