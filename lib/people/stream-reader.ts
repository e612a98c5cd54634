import type { Needs } from '../console/console.ts';
import { isTokenLive } from './accounts/api-tokens.ts';
import { type Actor, type Person, readPerson } from './actor.ts';
import { bearerOf } from './actor-of.ts';
import { isOwnerToken } from './owner-token.ts';
import { hashToken } from './secret-token.ts';
import { readSessionCookie } from './session-cookie.ts';
import { isSessionLive } from './sessions.ts';

type Pass = { person: string; standing: string; session: string | null; token: string | null };

/** All that what somebody may see depends on. */
const standingOf = (person: Person | null) => JSON.stringify(person);

/** Whose a live stream is, as whom they were let in, and which session or personal token it ends with. */
export function streamReader(house: Needs<'env' | 'ownerToken'>, headers: Headers, { name, person, via }: Actor): Pass {
  const session = via === 'session' ? readSessionCookie(house, headers) : null;
  const token = via === 'token' ? bearerOf(headers) : null;
  return {
    person: person?.id ?? name,
    standing: standingOf(person),
    session: session ? hashToken(session) : null,
    // The owner's own is not revoked but changed, which takes a new start.
    token: token && !isOwnerToken(house, token) ? hashToken(token) : null,
  };
}

/**
 * Whether what a stream was opened with still lets its reader in; looking does not count as a use of it. Who has got another
 * role or other groups since is judged anew when they connect again.
 */
export async function isPassLive(
  house: Needs<'store'>,
  { person, standing, session, token }: Pass,
  at = new Date(),
): Promise<boolean> {
  if (standingOf(await readPerson(house, person)) !== standing) return false;
  if (session !== null) return isSessionLive(house, session, at);
  if (token === null) return true;
  const kept = await house.store.findApiToken(token);
  return kept !== null && isTokenLive(kept, at);
}
