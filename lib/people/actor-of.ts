// Whose request it is. One that shows a bearer token is judged by that token alone, never by its cookie.
import type { Needs } from '../console/console.ts';
import { ownerId } from '../store/contract/people.ts';
import { findLiveToken } from './accounts/api-tokens.ts';
import { type Actor, readPerson } from './actor.ts';
import type { Scope } from './may.ts';
import { isOwnerToken } from './owner-token.ts';
import { readSessionCookie } from './session-cookie.ts';
import { findLiveSession } from './sessions.ts';
import { isWayOpen } from './ways-in.ts';

export async function actorOf(
  house: Needs<'env' | 'ownerToken' | 'store'>,
  headers: Headers,
  door: Actor['door'],
  at = new Date(),
): Promise<Actor | null> {
  if (headers.has('authorization')) return tokenActor(house, bearerOf(headers), door, at);
  const session = await findLiveSession(house, readSessionCookie(house, headers), at);
  if (!session || !isWayOpen(house, session)) return null;
  const person = await readPerson(house, session.personId);
  return person && { name: person.name, person, via: 'session', door };
}

export function bearerOf(headers: Headers): string | null {
  return /^Bearer +([^\s]+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1] ?? null;
}

async function tokenActor(
  house: Needs<'ownerToken' | 'store'>,
  given: string | null,
  door: Actor['door'],
  at: Date,
): Promise<Actor | null> {
  if (isOwnerToken(house, given)) {
    return { name: 'api', person: await readPerson(house, ownerId), via: 'token', door };
  }
  const token = await findLiveToken(house, given, at);
  const person = token && (await readPerson(house, token.personId));
  if (!token || !person) return null;
  return {
    name: person.name,
    person,
    via: 'token',
    door,
    ...(token.scopes ? { scopes: token.scopes as Scope[] } : {}),
  };
}
