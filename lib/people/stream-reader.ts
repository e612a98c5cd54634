import type { Needs } from '../console/console.ts';
import { isTokenLive } from './accounts/api-tokens.ts';
import { type Actor, readPerson } from './actor.ts';
import { bearerOf } from './actor-of.ts';
import { isOwnerToken } from './owner-token.ts';
import { hashToken } from './secret-token.ts';
import { readSessionCookie } from './session-cookie.ts';
import { isSessionLive } from './sessions.ts';

type Pass = { session: string | null; token: string | null };

/** Whose a live stream is, and which session or personal token it ends with. */
export function streamReader(
  house: Needs<'env' | 'ownerToken'>,
  headers: Headers,
  { name, person, via }: Actor,
): Pass & { person: string } {
  const session = via === 'session' ? readSessionCookie(house, headers) : null;
  const token = via === 'token' ? bearerOf(headers) : null;
  return {
    person: person?.id ?? name,
    session: session ? hashToken(session) : null,
    // The owner's own is not revoked but changed, which takes a new start.
    token: token && !isOwnerToken(house, token) ? hashToken(token) : null,
  };
}

/** Whether what a stream was opened with still lets its reader in; looking does not count as a use of it. */
export async function isPassLive(house: Needs<'store'>, { session, token }: Pass, at = new Date()): Promise<boolean> {
  if (session !== null) return isSessionLive(house, session, at);
  if (token === null) return true;
  const kept = await house.store.findApiToken(token);
  return kept !== null && isTokenLive(kept, at) && (await readPerson(house, kept.personId)) !== null;
}
