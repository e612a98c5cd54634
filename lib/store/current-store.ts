// The store of this process: opened and set at boot, read by whatever answers requests.
import { AppError } from '../errors.ts';
import { singleton } from '../singleton.ts';
import type { Store } from './contract/store.ts';

const holder = () => singleton<{ store: Store | null }>('store', () => ({ store: null }));

export function setCurrentStore(store: Store | null): void {
  holder().store = store;
}

export function currentStore(): Store {
  const { store } = holder();
  if (!store) throw new AppError('unavailable', 'The console is still starting or is stopping; try again in a moment.');
  return store;
}
