// Who is asking. A request that shows a bearer token is judged by that token alone, never by its cookie.
import { isOwnerToken } from './owner-token.ts';
import { readSessionCookie } from './session-cookie.ts';
import { findLiveSession } from './sessions.ts';

export type Principal = { name: 'owner'; via: 'session' } | { name: 'api'; via: 'token' };

export async function principalOf(headers: Headers, at = new Date()): Promise<Principal | null> {
  const authorization = headers.get('authorization');
  if (authorization !== null) {
    const token = /^Bearer +([^\s]+)$/i.exec(authorization.trim())?.[1];
    return isOwnerToken(token) ? { name: 'api', via: 'token' } : null;
  }
  const session = await findLiveSession(readSessionCookie(headers), at);
  return session ? { name: 'owner', via: 'session' } : null;
}
