// Who acts. Use cases take an actor, never a bare name, so that what is recorded of them is decided here. A request that
// shows a bearer token is judged by that token alone, never by its cookie.
import type { Needs } from '../console/console.ts';
import { isOwnerToken } from './owner-token.ts';
import { readSessionCookie } from './session-cookie.ts';
import { findLiveSession } from './sessions.ts';

export type Actor = {
  /** The name that is recorded. */
  name: string;
  /** What they showed: recorded with an answer. `auto` is the console itself. */
  via: 'session' | 'token' | `link:${string}` | 'auto';
  /** Through which door they came: recorded with what they do to a run. */
  door: Door;
  /** Where the request came from. */
  address?: string;
};

/** The console's pages, its HTTP interface, a gate's link; the console itself comes through none. */
type Door = 'console' | 'api' | 'link' | 'none';

export const linkActor = (name: string, linkId: string): Actor => ({ name, via: `link:${linkId}`, door: 'link' });

/** What the console does by itself, in the name that it does it in. */
export const ownActor = (name: string): Actor => ({ name, via: 'auto', door: 'none' });

export const signedAnswer = ({ name, via }: Actor) => ({ by: name, via });
export const signedControl = ({ name, door }: Actor) => ({ by: name, via: door });

export async function actorOf(
  house: Needs<'env' | 'ownerToken' | 'store'>,
  headers: Headers,
  door: Door,
  at = new Date(),
): Promise<Actor | null> {
  const authorization = headers.get('authorization');
  if (authorization !== null) {
    const token = /^Bearer +([^\s]+)$/i.exec(authorization.trim())?.[1];
    return isOwnerToken(house, token) ? { name: 'api', via: 'token', door } : null;
  }
  const session = await findLiveSession(house, readSessionCookie(house, headers), at);
  return session ? { name: session.principal, via: 'session', door } : null;
}
