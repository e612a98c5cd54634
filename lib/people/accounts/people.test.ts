import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { somebody } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { openScratchConsole, type ScratchConsole } from '../../testing/scratch-console.ts';
import type { Actor } from '../actor.ts';
import { actorOf } from '../actor-of.ts';
import { findLiveSession, signInWithLink, startSession } from '../sessions.ts';
import { endOtherSessions, endSession } from './account-sessions.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts';
import { changeGroup, createGroup, deleteGroup, listGroups } from './groups.ts';
import { handOutSignInLink } from './hand-out-sign-in-link.ts';
import { acceptInvitation, createInvitation, listInvitations, revokeInvitation } from './invitations.ts';
import { changePerson, createPerson, isAlone, listPeople } from './people.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole();
});
afterEach(() => scratch.close());

const owner = somebody('owner');
const from = { address: '10.0.0.1', agent: 'browser' };
const ada = () => createPerson(house, owner, { name: 'Ada', email: 'Ada@Example.org', role: 'operator' });
const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` });
const cookie = (session: string) => new Headers({ cookie: `gatehouse_session=${session}` });
const tokenIn = (url: string) => new URL(url).searchParams.get('token');

test('a console begins with its owner alone, and a second account ends that', async () => {
  expect(await isAlone(house)).toBe(true);
  const { id, email } = await ada();
  expect(email).toBe('ada@example.org');
  expect(await isAlone(house)).toBe(false);
  await changePerson(house, owner, id, { closed: true });
  expect(await isAlone(house)).toBe(true);
});

describe('a name', () => {
  test('means one person or group: what is taken, or the console’s own, is refused', async () => {
    const { id } = await ada();
    await createGroup(house, owner, { name: 'release-team', members: [id] });
    const refused = (name: string) => expect(createPerson(house, owner, { name, role: 'viewer' })).rejects;
    for (const name of ['Ada', id, 'release-team', 'administrators', 'Owner', 'auto']) {
      await refused(name).toMatchObject({ code: 'conflict' });
    }
    for (const name of ['', '  ', 'x'.repeat(101), 'ben@example.org']) {
      await refused(name).toMatchObject({ code: 'bad_request' });
    }
    await expect(createGroup(house, owner, { name: 'Ada', members: [] })).rejects.toMatchObject({ code: 'conflict' });
    await expect(changePerson(house, owner, id, { name: 'release-team' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await changePerson(house, owner, id, { name: 'Ada L.' })).name).toBe('Ada L.');
  });
});

test('somebody ends one of their sessions, or all but the one that asks and the links not used yet, and nobody else’s', async () => {
  const { id } = await ada();
  const begin = (personId: string) => startSession(house, { personId, wayIn: 'link', from });
  const [here, there, elsewhere, others] = [await begin(id), await begin(id), await begin(id), await begin('owner')];
  const { url } = await handOutSignInLink(house, owner, id, 'http://x');
  const person = (await actorOf(house, cookie(here), 'console')) as Actor;
  const live = () => Promise.all([here, there, elsewhere, others].map((one) => findLiveSession(house, one)));
  const isLive = async () => (await live()).map((session) => session !== null);
  const [, second, , foreign] = await live();
  await endSession(house, person, second?.id ?? '');
  await expect(endSession(house, person, foreign?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  expect(await isLive()).toEqual([true, false, true, true]);
  expect(await endOtherSessions(house, person, cookie(here))).toBe(1);
  expect(await isLive()).toEqual([true, false, false, true]);
  await expect(signInWithLink(house, tokenIn(url))).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('a closed account is signed out, its tokens work no more, and it can be opened again', async () => {
  const { id } = await ada();
  const session = await startSession(house, { personId: id, wayIn: 'link', from });
  const { token } = await createApiToken(house, somebody('x', { id }), { name: 'deploy' });
  expect(await actorOf(house, cookie(session), 'console')).toMatchObject({ name: 'Ada', person: { id } });
  expect(await actorOf(house, bearer(token), 'api')).toMatchObject({ name: 'Ada', via: 'token' });
  await changePerson(house, owner, id, { closed: true });
  expect(await actorOf(house, cookie(session), 'console')).toBeNull();
  expect(await actorOf(house, bearer(token), 'api')).toBeNull();
  await changePerson(house, owner, id, { closed: false });
  expect(await actorOf(house, cookie(session), 'console')).toBeNull();
  expect(await actorOf(house, bearer(token), 'api')).toMatchObject({ name: 'Ada' });
});

test('the owner stays an administrator, and nobody closes their own account', async () => {
  await expect(changePerson(house, owner, 'owner', { role: 'viewer' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(changePerson(house, somebody('ann'), 'owner', { closed: true })).rejects.toMatchObject({
    code: 'conflict',
  });
  const { id } = await ada();
  await expect(
    changePerson(house, { ...owner, person: { ...owner.person, id } } as never, id, { closed: true }),
  ).rejects.toThrow('your own account');
});

describe('an API token', () => {
  test('is told once, says when it was last used, and works until it expires or is revoked', async () => {
    const start = new Date('2026-11-16T12:00:00.000Z');
    const later = (ms: number) => new Date(start.getTime() + ms);
    const person = owner.person as NonNullable<typeof owner.person>;
    const made = await createApiToken(house, owner, { name: 'deploy', scopes: ['see'], expires: '1h' }, start);
    expect(made).toMatchObject({ scopes: ['see'], expires_at: '2026-11-16T13:00:00.000Z', last_used_at: null });
    expect(await actorOf(house, bearer(made.token), 'api', later(60_000))).toMatchObject({
      person: { id: 'owner' },
      scopes: ['see'],
    });
    const [kept] = await listApiTokens(house, person);
    expect(kept).toMatchObject({ name: 'deploy', last_used_at: '2026-11-16T12:01:00.000Z' });
    expect(JSON.stringify(kept)).not.toContain(made.token);
    expect(await actorOf(house, bearer(made.token), 'api', later(3_600_000))).toBeNull();
    await revokeApiToken(house, owner, made.id);
    expect(await actorOf(house, bearer(made.token), 'api', later(60_000))).toBeNull();
    await expect(revokeApiToken(house, owner, made.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(createApiToken(house, owner, { name: 'x', expires: 'soon' })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });
});

describe('an invitation', () => {
  const invite = () =>
    createInvitation(
      house,
      owner,
      { name: 'Ada', email: 'ada@example.org', role: 'viewer', groups: ['team'] },
      'http://x',
    );

  test('makes one account, as the administrator wrote it, and signs its person in', async () => {
    await createGroup(house, owner, { name: 'team', members: [] });
    const { url } = await invite();
    expect(url).toMatch(/^http:\/\/x\/join\?token=[\w-]{43}$/);
    const session = await acceptInvitation(house, { token: tokenIn(url), from });
    expect(await actorOf(house, cookie(session), 'console')).toMatchObject({
      name: 'Ada',
      person: { email: 'ada@example.org', role: 'viewer', groups: ['team'] },
    });
    await expect(acceptInvitation(house, { token: tokenIn(url), from })).rejects.toMatchObject({ code: 'not_found' });
    expect(await listPeople(house)).toHaveLength(2);
    expect(await listInvitations(house)).toMatchObject([{ accepted_by: (await listPeople(house))[1]?.id }]);
  });

  test('that was taken back or is a week old makes none', async () => {
    await createGroup(house, owner, { name: 'team', members: [] });
    const { url, id } = await invite();
    const later = new Date(Date.now() + 7 * 86_400_000);
    await expect(acceptInvitation(house, { token: tokenIn(url), from }, later)).rejects.toMatchObject({
      code: 'not_found',
    });
    await revokeInvitation(house, owner, id);
    await expect(acceptInvitation(house, { token: tokenIn(url), from })).rejects.toMatchObject({ code: 'not_found' });
    expect(await listPeople(house)).toHaveLength(1);
  });
});

test('an administrator hands out a sign-in link for others; their own takes the API token', async () => {
  const { id } = await ada();
  expect((await handOutSignInLink(house, owner, id, 'http://x')).url).toContain('/sign-in?token=');
  await expect(handOutSignInLink(house, owner, 'owner', 'http://x')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(handOutSignInLink(house, owner, 'nobody', 'http://x')).rejects.toMatchObject({ code: 'not_found' });
});

test('the administrators are a group that follows the role', async () => {
  const { id } = await ada();
  const names = async () => (await listGroups(house)).map(({ name, members }) => [name, members.length]);
  expect(await names()).toEqual([['administrators', 1]]);
  await changePerson(house, owner, id, { role: 'administrator' });
  expect(await names()).toEqual([['administrators', 2]]);
  await expect(changeGroup(house, owner, 'administrators', { members: [] })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(deleteGroup(house, owner, 'administrators')).rejects.toMatchObject({ code: 'conflict' });
  await expect(createGroup(house, owner, { name: 'x', members: ['nobody'] })).rejects.toMatchObject({
    code: 'bad_request',
  });
});
