import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { house } from '../testing/house.ts';
import { openScratchConsole, type ScratchConsole, scratchToken } from '../testing/scratch-console.ts';
import { actorOf } from './actor-of.ts';
import { clearedSessionCookie, readSessionCookie, sessionCookie } from './session-cookie.ts';
import { createSignInLink, findLiveSession, signInWithApiToken, signInWithLink, signOut } from './sessions.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole();
});
afterEach(() => scratch.close());

const start = new Date('2026-11-16T12:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const hour = 3_600_000;
const tokenIn = (url: string) => new URL(url).searchParams.get('token');
const cookieHeader = (session: string) => new Headers({ cookie: `other=1; gatehouse_session=${session}` });

test('a sign-in link works once', async () => {
  const { url } = await createSignInLink(house, 'http://localhost:3000', start);
  expect(url).toMatch(/^http:\/\/localhost:3000\/sign-in\?token=[\w-]{43}$/);
  expect(await signInWithLink(house, tokenIn(url), start)).toMatch(/^[\w-]{43}$/);
  await expect(signInWithLink(house, tokenIn(url), start)).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('fifty browsers that open one sign-in link at once get one session', async () => {
  const { url } = await createSignInLink(house, 'http://localhost:3000', start);
  const tries = await Promise.allSettled(Array.from({ length: 50 }, () => signInWithLink(house, tokenIn(url), start)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a sign-in link ends after 15 minutes', async () => {
  const { url } = await createSignInLink(house, 'http://localhost:3000', start);
  await expect(signInWithLink(house, tokenIn(url), later(15 * 60_000))).rejects.toMatchObject({
    code: 'not_signed_in',
  });
});

test.each([null, undefined, '', 'x', [], {}, 'é'.repeat(43), 'a'.repeat(10_000)])(
  '%j is no sign-in link, session or token',
  async (given) => {
    await expect(signInWithLink(house, given)).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(signInWithApiToken(house, given)).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(await findLiveSession(house, given)).toBeNull();
  },
);

test('each sign-in has a session id of its own', async () => {
  const sessions = await Promise.all([1, 2, 3].map(() => signInWithApiToken(house, scratchToken)));
  expect(new Set(sessions).size).toBe(3);
});

test('a session ends after 12 idle hours, and each use renews it up to 7 days', async () => {
  const idle = await signInWithApiToken(house, scratchToken, start);
  expect(await findLiveSession(house, idle, later(12 * hour - 1))).not.toBeNull();
  expect(await findLiveSession(house, idle, later(24 * hour))).toBeNull();
  expect(await findLiveSession(house, idle, later(12 * hour))).toBeNull();

  const used = await signInWithApiToken(house, scratchToken, start);
  for (let hours = 10; hours < 7 * 24; hours += 10)
    expect(await findLiveSession(house, used, later(hours * hour))).not.toBeNull();
  expect(await findLiveSession(house, used, later(7 * 24 * hour))).toBeNull();
});

test('signing out ends the session on the server', async () => {
  const session = await signInWithApiToken(house, scratchToken);
  expect(await actorOf(house, cookieHeader(session), 'console')).toMatchObject({
    name: 'owner',
    person: { id: 'owner', role: 'administrator' },
    via: 'session',
    door: 'console',
  });
  await signOut(house, session);
  expect(await actorOf(house, cookieHeader(session), 'console')).toBeNull();
});

test('a bearer token is judged alone: a wrong one is not helped by a good cookie', async () => {
  const headers = cookieHeader(await signInWithApiToken(house, scratchToken));
  headers.set('authorization', `Bearer ${scratchToken}`);
  expect(await actorOf(house, headers, 'api')).toMatchObject({
    name: 'api',
    person: { id: 'owner' },
    via: 'token',
    door: 'api',
  });
  for (const wrong of [`Bearer ${scratchToken}x`, 'Bearer ', 'Bearer', `Basic ${scratchToken}`, scratchToken]) {
    headers.set('authorization', wrong);
    expect(await actorOf(house, headers, 'api')).toBeNull();
  }
});

test('the cookie cannot be read by scripts', () => {
  expect(sessionCookie(house, 'abc')).toBe('gatehouse_session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800');
  expect(clearedSessionCookie(house)).toContain('Max-Age=0');
  expect(readSessionCookie(house, new Headers({ cookie: 'xgatehouse_session=1; gatehouse_session=abc' }))).toBe('abc');
});

test('behind https the cookie is Secure and belongs to this host alone: no other one is read', async () => {
  const secure = await openScratchConsole({ GATEHOUSE_URL: 'https://gatehouse.example.org' });
  try {
    expect(sessionCookie(house, 'abc')).toBe(
      '__Host-gatehouse_session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure',
    );
    expect(clearedSessionCookie(house)).toMatch(/^__Host-gatehouse_session=; Path=\/; .*Max-Age=0; Secure$/);
    const planted = 'gatehouse_session=planted';
    expect(readSessionCookie(house, new Headers({ cookie: planted }))).toBeNull();
    expect(readSessionCookie(house, new Headers({ cookie: `${planted}; __Host-gatehouse_session=abc` }))).toBe('abc');
  } finally {
    await secure.close();
  }
});

test('neither links nor sessions are found in the database file', async () => {
  const { url } = await createSignInLink(house, 'http://localhost:3000');
  const session = await signInWithApiToken(house, scratchToken);
  for (const file of [scratch.file, `${scratch.file}-wal`]) {
    const bytes = readFileSync(file, 'latin1');
    for (const secret of [tokenIn(url) as string, session, scratchToken]) expect(bytes.includes(secret)).toBe(false);
  }
});
