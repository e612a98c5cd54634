// Which database the store is on: the scheme of its address decides. The database must have been migrated before.
import { AppError } from '../errors.ts';
import type { Store } from './contract/store.ts';
import { openDatabase as openSqlite } from './sqlite/open-database.ts';
import type { OnFailure } from './sqlite/store-error.ts';

export async function openStore(databaseUrl: string, onFailure?: OnFailure): Promise<Store> {
  const [, file] = /^file:([^?]+)/.exec(databaseUrl) ?? [];
  if (file) return openSqlite(file, onFailure);
  // The address may carry a password: it is not repeated.
  throw new AppError('unavailable', 'DATABASE_URL is not a file: address; only SQLite works in this version.');
}
