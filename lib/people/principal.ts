// Who is asking. A request that shows a bearer token is judged by that token alone, never by its cookie.
import type { Needs } from '../console/console.ts';
import { isOwnerToken } from './owner-token.ts';
import { readSessionCookie } from './session-cookie.ts';
import { findLiveSession } from './sessions.ts';

export type Principal = { name: 'owner'; via: 'session' } | { name: 'api'; via: 'token' };

export async function principalOf(
  house: Needs<'env' | 'ownerToken' | 'store'>,
  headers: Headers,
  at = new Date(),
): Promise<Principal | null> {
  const authorization = headers.get('authorization');
  if (authorization !== null) {
    const token = /^Bearer +([^\s]+)$/i.exec(authorization.trim())?.[1];
    return isOwnerToken(house, token) ? { name: 'api', via: 'token' } : null;
  }
  const session = await findLiveSession(house, readSessionCookie(house, headers), at);
  return session ? { name: 'owner', via: 'session' } : null;
}
