import type { Store } from '../../store/store.ts';

/** What a test of the contract works with: a fresh store, and the same database opened again. */
export type OpenedStore = { readonly store: Store; reopen(): Promise<Store>; cleanup(): Promise<void> };
