import type { Store } from '../../store/contract/store.ts';

/** What a test of the contract works with: a fresh store, and the same database opened again. */
export type OpenedStore = {
  readonly store: Store;
  reopen(): Promise<Store>;
  /** Changes rows to what another version of the console would have left. */
  sql(statement: string): Promise<void>;
  cleanup(): Promise<void>;
};
