import type { Needs } from '../console/console.ts';
import type { Actor } from './actor.ts';
import { hashToken } from './secret-token.ts';
import { readSessionCookie } from './session-cookie.ts';

/** Whose a live stream is, and which session it ends with. */
export function streamReader(house: Needs<'env'>, headers: Headers, { name, person, via }: Actor) {
  const token = via === 'session' ? readSessionCookie(house, headers) : null;
  return { person: person?.id ?? name, session: token ? hashToken(token) : null };
}
