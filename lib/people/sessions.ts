// How people sign in and stay signed in. Sign-in links work once, for 15 minutes. A session lives on the server, ends
// after 12 idle hours or 7 days, has a new id at each sign-in, and is gone at sign-out. Only hashes are stored.

import { randomUUID } from 'node:crypto';
import type { Needs } from '../console/console.ts';
import { AppError } from '../errors.ts';
import { paths } from '../paths.ts';
import { ownerId } from '../store/contract/people.ts';
import type { SessionRecord, WayIn } from '../store/contract/sessions.ts';
import { ownActor } from './actor.ts';
import { auditEntry, type Who } from './audit/audit-entry.ts';
import { isOwnerToken } from './owner-token.ts';
import { hashToken, isTokenShaped, newToken } from './secret-token.ts';
import { assertWayOpen } from './ways-in.ts';

const minute = 60_000;
const linkLife = 15 * minute;
const idleLife = 12 * 60 * minute;
const absoluteLife = 7 * 24 * 60 * minute;
/** lastSeenAt is written at most this often, so that reading a page is not a write. */
const touchEvery = 5 * minute;

export const sessionSeconds = absoluteLife / 1000;

const after = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString();

/** Where a session began, and the browser's own words. */
export type Place = { address: string; agent: string };

export async function createSignInLink(
  house: Needs<'store'>,
  base: string,
  at = new Date(),
  personId: string = ownerId,
  by: Who = ownActor('gatehouse'),
  wayIn: 'link' | 'mail' = 'link',
): Promise<{ url: string; expires_at: string }> {
  const token = newToken();
  const expiresAt = after(at, linkLife);
  const audit = auditEntry(by, 'sign_in_link.made', personId, {}, at.toISOString());
  await house.store.createSignInLink({ tokenHash: hashToken(token), personId, expiresAt, wayIn }, audit);
  return { url: `${base}${paths.signIn()}?token=${token}`, expires_at: expiresAt };
}

/** Returns the new session's token, which only the browser keeps. */
export async function signInWithLink(
  house: Needs<'env' | 'store'>,
  token: unknown,
  at = new Date(),
  from?: Place,
): Promise<string> {
  const link = isTokenShaped(token) ? await house.store.takeSignInLink(hashToken(token)) : null;
  if (!link || link.expiresAt <= at.toISOString()) {
    throw new AppError('not_signed_in', 'This sign-in link was used already or has expired.');
  }
  return startSession(house, { personId: link.personId, wayIn: link.wayIn, from }, at);
}

export async function signInWithApiToken(
  house: Needs<'env' | 'ownerToken' | 'store'>,
  token: unknown,
  at = new Date(),
  from?: Place,
): Promise<string> {
  if (!isOwnerToken(house, token)) throw new AppError('not_signed_in', 'That is not the API token of this console.');
  return startSession(house, { personId: ownerId, wayIn: 'token', from }, at);
}

/** Whose session it is, and how and from where it began. */
async function personIn({ store }: Needs<'store'>, { personId, wayIn, address }: SessionRecord): Promise<Who> {
  const person = await store.readPerson(personId);
  return { name: person?.name ?? personId, person, via: wayIn, door: 'console', address: address ?? undefined };
}

/** Whoever calls it has made sure who it is. */
export async function startSession(
  house: Needs<'env' | 'store'>,
  { personId, wayIn, from }: { personId: string; wayIn: WayIn; from?: Place },
  at = new Date(),
): Promise<string> {
  assertWayOpen(house, { personId, wayIn });
  const token = newToken();
  const session: SessionRecord = {
    id: randomUUID(),
    tokenHash: hashToken(token),
    personId,
    wayIn,
    address: from?.address ?? null,
    agent: from?.agent ?? null,
    createdAt: at.toISOString(),
    expiresAt: after(at, absoluteLife),
    lastSeenAt: at.toISOString(),
  };
  const who = await personIn(house, session);
  const audit = auditEntry(who, 'session.started', session.id, { agent: from?.agent }, session.createdAt);
  await house.store.createSession(session, audit);
  return token;
}

export async function findLiveSession(
  house: Needs<'store'>,
  token: unknown,
  at = new Date(),
): Promise<SessionRecord | null> {
  if (!isTokenShaped(token)) return null;
  const store = house.store;
  const session = await store.findSession(hashToken(token));
  if (!session) return null;
  if (isOver(session, at)) {
    await store.deleteSession(session.id);
    return null;
  }
  const idle = idleTime(session, at);
  // A disk that takes no more writes must not sign anybody out.
  if (idle >= touchEvery) await store.touchSession(session.id, at.toISOString()).catch(() => {});
  return session;
}

const idleTime = (session: SessionRecord, at: Date) => at.getTime() - Date.parse(session.lastSeenAt);

function isOver(session: SessionRecord, at: Date): boolean {
  return session.expiresAt <= at.toISOString() || idleTime(session, at) >= idleLife;
}

/** Whether a session still holds, without counting as a use of it: a page that is only open does not keep it alive. */
export async function isSessionLive(house: Needs<'store'>, tokenHash: string, at = new Date()): Promise<boolean> {
  const session = await house.store.findSession(tokenHash);
  return session !== null && !isOver(session, at);
}

export async function signOut(house: Needs<'store'>, token: unknown): Promise<void> {
  if (!isTokenShaped(token)) return;
  const store = house.store;
  const session = await store.findSession(hashToken(token));
  if (!session) return;
  await store.deleteSession(session.id, auditEntry(await personIn(house, session), 'session.ended', session.id));
}
