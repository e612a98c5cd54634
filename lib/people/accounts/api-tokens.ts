// API tokens of people: 32 random bytes that are shown once, of which only the hash is kept. A token can do no more than its
// person, and only what its scopes say.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { milliseconds, parseDuration } from '../../nodes/parts/duration.ts';
import type { ApiTokenRecord } from '../../store/contract/api-tokens.ts';
import { type Actor, type Person, personOf } from '../actor.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { scopes } from '../may.ts';
import { hashToken, isTokenShaped, newToken } from '../secret-token.ts';

/** lastUsedAt is written at most this often, so that a read is not a write. */
const touchEvery = 5 * 60_000;
const mostTokens = 100;

export const apiTokenView = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(scopes)).nullable().describe('Null is all that its person may'),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiTokenView = z.infer<typeof apiTokenView>;

const viewOf = (token: ApiTokenRecord): ApiTokenView => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes as ApiTokenView['scopes'],
  created_at: token.createdAt,
  expires_at: token.expiresAt,
  last_used_at: token.lastUsedAt,
  revoked_at: token.revokedAt,
});

export const newApiToken = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.enum(scopes)).min(1).optional(),
  expires: z.string().optional().describe('A duration like 30d; without it the token works until it is revoked'),
});

function endOf(expires: string | undefined, at: Date): string | null {
  if (expires === undefined || expires.trim() === '') return null;
  const ms = parseDuration(expires.trim());
  if (ms === null || ms <= 0) {
    throw new AppError('bad_request', `expires is "${expires}"; write a duration like 12h or 90d.`);
  }
  return new Date(at.getTime() + Math.min(ms, milliseconds('3650d'))).toISOString();
}

/** The only time the token is known: it cannot be shown again. */
export async function createApiToken(
  { store }: Needs<'store'>,
  actor: Actor,
  { name, scopes, expires }: z.infer<typeof newApiToken>,
  at = new Date(),
): Promise<ApiTokenView & { token: string }> {
  const person = personOf(actor);
  const live = (await store.listApiTokens(person.id)).filter(({ revokedAt }) => revokedAt === null);
  if (live.length >= mostTokens) throw new AppError('conflict', `You have ${mostTokens} tokens; revoke one first.`);
  const token = newToken();
  const record: ApiTokenRecord = {
    id: randomUUID(),
    tokenHash: hashToken(token),
    personId: person.id,
    name,
    scopes: scopes ? [...new Set(scopes)] : null,
    createdAt: at.toISOString(),
    expiresAt: endOf(expires, at),
    lastUsedAt: null,
    revokedAt: null,
  };
  const details = { name, scopes: record.scopes, expires_at: record.expiresAt };
  await store.createApiToken(record, auditEntry(actor, 'token.made', record.id, details, record.createdAt));
  return { ...viewOf(record), token };
}

export async function listApiTokens({ store }: Needs<'store'>, person: Pick<Person, 'id'>): Promise<ApiTokenView[]> {
  return (await store.listApiTokens(person.id)).map(viewOf);
}

export async function revokeApiToken(
  { store }: Needs<'store'>,
  actor: Actor,
  id: string,
  at = new Date().toISOString(),
): Promise<void> {
  const audit = auditEntry(actor, 'token.revoked', id, {}, at);
  if (await store.revokeApiToken(personOf(actor).id, id, at, audit)) return;
  throw new AppError('not_found', `There is no token ${id} that could be revoked.`);
}

export function isTokenLive({ revokedAt, expiresAt }: ApiTokenRecord, at: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > at.toISOString());
}

/** The token behind what was sent, or null alike for unknown, expired and revoked ones. */
export async function findLiveToken(
  { store }: Needs<'store'>,
  given: unknown,
  at = new Date(),
): Promise<ApiTokenRecord | null> {
  if (!isTokenShaped(given)) return null;
  const token = await store.findApiToken(hashToken(given));
  if (!token || !isTokenLive(token, at)) return null;
  const unused = at.getTime() - Date.parse(token.lastUsedAt ?? '1970-01-01T00:00:00.000Z');
  // A disk that takes no more writes must not shut anybody out.
  if (unused >= touchEvery) await store.touchApiToken(token.id, at.toISOString()).catch(() => {});
  return token;
}
