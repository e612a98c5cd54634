// The owner's API token: GATEHOUSE_TOKEN, or one that is made at the first start and kept in the data directory.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Needs } from '../console/console.ts';
import type { Env } from '../env.ts';
import { AppError } from '../errors.ts';
import { isSameSecret, newToken } from './secret-token.ts';

export function ownerTokenFile(dataDirectory: string): string {
  return join(dataDirectory, 'owner-token');
}

function readTokenFile(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (text.length < 16) {
    throw new AppError('internal', `${file} holds no usable token; delete it and start again to get a new one.`, {
      kind: 'operational',
    });
  }
  return text;
}

export function loadOwnerToken(env: Pick<Env, 'ownerToken' | 'dataDirectory'>): string {
  if (env.ownerToken !== null) return env.ownerToken;
  const file = ownerTokenFile(env.dataDirectory);
  const kept = readTokenFile(file);
  if (kept !== null) return kept;
  const token = newToken();
  mkdirSync(env.dataDirectory, { recursive: true, mode: 0o700 });
  // Written aside and renamed: a crash leaves a whole token or none.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${token}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return token;
}

export function isOwnerToken(house: Needs<'ownerToken'>, given: unknown): boolean {
  return typeof given === 'string' && given.length > 0 && given.length <= 512 && isSameSecret(given, house.ownerToken);
}
