import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createInvitation } from '#lib/people/accounts/invitations.ts';
import { changePerson } from '#lib/people/accounts/people.ts';
import { actorOf } from '#lib/people/actor-of.ts';
import { createSignInLink, startSession } from '#lib/people/sessions.ts';
import { addPeople, somebody } from '#lib/testing/actors.ts';
import { house } from '#lib/testing/house.ts';
import { openScratchConsole, type ScratchConsole, scratchToken } from '#lib/testing/scratch-console.ts';
import { type PlayedClaims, passProvider, startOpenIdProvider } from '../../../e2e/fakes/openid-provider.ts';
import { POST as join } from '../../join/route.ts';
import { POST as signIn, GET as signInPage } from '../route.ts';
import { GET as finish } from './callback/route.ts';
import { GET as begin } from './route.ts';

const base = 'http://localhost:3000';
const own = { host: 'localhost:3000', origin: base };
const context = { params: Promise.resolve({}) };
const from = { address: '10.0.0.1', agent: 'test' };

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let scratch: ScratchConsole | null = null;
beforeAll(async () => {
  provider = await startOpenIdProvider(() => `${base}/sign-in/openid/callback`);
});
afterAll(() => provider.stop());
beforeEach(async () => {
  await open();
});
afterEach(close);

async function close() {
  await scratch?.close();
  scratch = null;
}

async function open(more: Record<string, string> = {}) {
  await close();
  const domains = { GATEHOUSE_OIDC_DOMAINS: 'example.org' };
  scratch = await openScratchConsole({ ...provider.settings, ...domains, ...more });
}

const get = (handler: typeof begin, url: string, cookie = '') =>
  handler(new Request(url, { headers: { ...own, ...(cookie ? { cookie } : {}) } }), context);
const post = (handler: typeof begin, path: string, fields: Record<string, string>) =>
  handler(new Request(`${base}${path}`, { method: 'POST', headers: own, body: new URLSearchParams(fields) }), context);
const cookiesOf = (response: Response) => response.headers.getSetCookie().map((one) => one.split(';')[0] as string);

/** To the provider and back to our door, with what the browser keeps. */
async function returnedFrom(login: string, claims: PlayedClaims, next = '/gates') {
  provider.people[login] = claims;
  const begun = await get(begin, `${base}/sign-in/openid?next=${encodeURIComponent(next)}`);
  expect(begun.status).toBe(303);
  const url = await passProvider(provider.issuer, begun.headers.get('location') as string, login);
  return { url, cookie: cookiesOf(begun)[0] as string };
}

async function comeIn(login: string, claims: PlayedClaims) {
  const { url, cookie } = await returnedFrom(login, claims);
  const response = await get(finish, url, cookie);
  const headers = new Headers({ cookie: cookiesOf(response)[0] ?? '' });
  const actor = response.status === 303 ? await actorOf(house, headers, 'console') : null;
  return { status: response.status, person: actor?.person, text: await response.text(), response };
}

const verified = (email: string, groups: string[] = []) => ({ email, email_verified: true, groups });
const acts = async () => (await house.store.unsealedAudit(100)).map(({ text }) => JSON.parse(text).act);

test('the sign-in page has the button where there is a provider, and only there', async () => {
  const page = await (await get(signInPage, `${base}/sign-in?next=/gates`)).text();
  expect(page).toContain('href="/sign-in/openid?next=%2Fgates"');
  await close();
  scratch = await openScratchConsole();
  expect(await (await get(signInPage, `${base}/sign-in`)).text()).not.toContain('/sign-in/openid');
  expect((await get(begin, `${base}/sign-in/openid`)).status).toBe(404);
});

test('the way to the provider carries PKCE, state and nonce, and what belongs to them stays in this browser', async () => {
  const begun = await get(begin, `${base}/sign-in/openid`);
  const query = Object.fromEntries(new URL(begun.headers.get('location') as string).searchParams);
  expect(query).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: `${base}/sign-in/openid/callback`,
  });
  expect(begun.headers.get('set-cookie')).toMatch(/^gatehouse_openid=.*; HttpOnly; SameSite=Lax; Max-Age=600$/);
});

test('who comes first with a verified address of an allowed domain gets an account, and the same one ever after', async () => {
  const first = await comeIn('s-1', verified('Ada@example.org'));
  expect(first.person).toMatchObject({ name: 'ada', email: 'ada@example.org', role: 'viewer' });
  expect(first.response.headers.get('location')).toBe('/gates');
  expect(await house.store.listSessions(first.person?.id as string)).toMatchObject([{ wayIn: 'openid' }]);
  // The address may become another, and need not be verified any more: issuer and subject say who it is.
  const again = await comeIn('s-1', { email: 'ada@elsewhere.example', email_verified: false });
  expect(again.person?.id).toBe(first.person?.id);
  expect(await house.store.countPeople()).toBe(2);
});

test('an address that is not verified, or of another domain, opens nothing', async () => {
  await addPeople(house, somebody('ben', { email: 'ben@example.org', role: 'editor' }));
  for (const claims of [
    { email: 'ben@example.org', email_verified: false },
    { email: 'ben@example.org' },
    { email: 'new@example.org' },
    {},
  ]) {
    const { status, text } = await comeIn('s-2', claims);
    expect([status, text]).toEqual([403, expect.stringContaining('has not verified your mail address')]);
  }
  for (const email of ['ben@evil.example', 'ben@sub.example.org', 'ben@example.org.evil.example']) {
    const { status, text } = await comeIn('s-2', verified(email));
    expect([status, text]).toEqual([403, expect.stringContaining(`There is no account for ${email}`)]);
  }
  expect(await house.store.countPeople()).toBe(2);
});

test('the account that an administrator gave a verified address is taken once, by one subject', async () => {
  await addPeople(house, somebody('ben', { email: 'ben@partner.example', role: 'editor' }));
  expect((await comeIn('s-3', verified('ben@partner.example'))).person).toMatchObject({ id: 'ben', role: 'editor' });
  const other = await comeIn('s-4', verified('ben@partner.example'));
  expect([other.status, other.text]).toEqual([403, expect.stringContaining('belongs to somebody else')]);
});

test('a closed account stays closed', async () => {
  const { person } = await comeIn('s-5', verified('cem@example.org'));
  await changePerson(house, somebody('owner'), person?.id as string, { closed: true });
  expect(await comeIn('s-5', verified('cem@example.org'))).toMatchObject({ status: 403 });
  const { entries } = await house.store.pageOfAudit({ act: 'session.refused', limit: 20 });
  expect(entries).toMatchObject([
    { who: { via: 'openid' }, details: { reason: expect.stringContaining('account is closed') } },
  ]);
});

test('a name that is taken, or one of the console itself, is told apart by its domain', async () => {
  expect((await comeIn('s-6', verified('owner@example.org'))).person?.name).toBe('owner of example.org');
  await addPeople(house, somebody('dora'));
  expect((await comeIn('s-7', verified('dora@example.org'))).person?.name).toBe('dora of example.org');
});

test('a return is good once, and only in the browser that began', async () => {
  const { url, cookie } = await returnedFrom('s-8', verified('eva@example.org'));
  const other = (await returnedFrom('s-9', verified('fay@example.org'))).cookie;
  for (const wrong of ['', other, 'gatehouse_openid=nonsense'])
    expect((await get(finish, url, wrong)).status).toBe(401);
  const forged = new URL(url);
  forged.searchParams.set('state', 'x');
  expect((await get(finish, forged.href, cookie)).status).toBe(401);
  const right = await get(finish, url, cookie);
  expect(right.status).toBe(303);
  expect(right.headers.getSetCookie()[1]).toMatch(/^gatehouse_openid=; .*Max-Age=0/);
  expect((await get(finish, url, cookie)).status).toBe(401);
});

test('another site is never where a return leads', async () => {
  const { url, cookie } = await returnedFrom('s-10', verified('gil@example.org'), 'https://evil.example');
  expect((await get(finish, url, cookie)).headers.get('location')).toBe('/runs');
});

test('the claim decides in which of the groups somebody is, at each sign-in, and administrators are not among them', async () => {
  await open({ GATEHOUSE_OIDC_GROUPS: 'groups' });
  for (const name of ['release', 'audit'])
    await house.store.createGroup({ id: name, name, createdAt: new Date().toISOString(), members: ['owner'] });
  const first = await comeIn('s-11', verified('hal@example.org', ['release', 'administrators', 'unknown']));
  expect(first.person).toMatchObject({ groups: ['release'], role: 'viewer' });
  expect((await comeIn('s-11', verified('hal@example.org', ['audit']))).person?.groups).toEqual(['audit']);
  expect((await comeIn('s-11', verified('hal@example.org'))).person?.groups).toEqual([]);
  expect((await house.store.listGroups()).map(({ members }) => members)).toEqual([['owner'], ['owner']]);
});

test('without a claim the provider has no say in groups', async () => {
  const { person } = await comeIn('s-12', verified('ida@example.org'));
  const id = person?.id as string;
  await house.store.createGroup({ id: 'g', name: 'release', createdAt: new Date().toISOString(), members: [id] });
  expect((await comeIn('s-12', verified('ida@example.org', ['other']))).person?.groups).toEqual(['release']);
});

test('the audit log tells of the account, of who it is at the provider, of its groups and of the sign-in', async () => {
  await open({ GATEHOUSE_OIDC_GROUPS: 'groups' });
  await house.store.createGroup({ id: 'g', name: 'release', createdAt: new Date().toISOString(), members: [] });
  await comeIn('s-13', verified('jo@example.org', ['release']));
  expect((await acts()).sort()).toEqual(['group.changed', 'person.added', 'person.identified', 'session.started']);
});

test('a provider that does not answer is said, and asked again the next time', async () => {
  await open({ GATEHOUSE_OIDC_ISSUER: 'http://127.0.0.1:9' });
  const response = await get(begin, `${base}/sign-in/openid`);
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('does not answer')]);
  expect(house.openId.provider).toBeNull();
});

describe('as the only way', () => {
  const only = { GATEHOUSE_OIDC_ONLY: 'yes' };
  const tokenIn = (url: string) => new URL(url).searchParams.get('token') as string;

  test('links and invitations of others are refused, made or used, and sessions that began by them end', async () => {
    await addPeople(house, somebody('kim', { role: 'operator' }));
    const given = { name: 'Lea', role: 'operator' as const, groups: [] };
    const link = tokenIn((await createSignInLink(house, base, new Date(), 'kim')).url);
    const invitation = tokenIn((await createInvitation(house, somebody('owner'), given, base)).url);
    const session = await startSession(house, { personId: 'kim', wayIn: 'link', from });
    const cookie = new Headers({ cookie: `gatehouse_session=${session}` });
    expect(await actorOf(house, cookie, 'console')).toMatchObject({ name: 'kim' });

    (house.env.openId as { isOnlyWay: boolean }).isOnlyWay = true;
    expect(await actorOf(house, cookie, 'console')).toBeNull();
    expect((await post(signIn, '/sign-in', { link })).status).toBe(403);
    expect((await post(join, '/join', { token: invitation })).status).toBe(403);
    expect(await house.store.countPeople()).toBe(2);
    await expect(createInvitation(house, somebody('owner'), given, base)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('the provider lets people in, and the owner comes by token and by `gatehouse sign-in`', async () => {
    await open(only);
    expect((await comeIn('s-14', verified('max@example.org'))).person?.name).toBe('max');
    const link = tokenIn((await createSignInLink(house, base)).url);
    for (const fields of [{ token: scratchToken }, { link }] as Record<string, string>[]) {
      const response = await post(signIn, '/sign-in', fields);
      expect(response.status).toBe(303);
      const cookie = new Headers({ cookie: cookiesOf(response)[0] as string });
      expect(await actorOf(house, cookie, 'console')).toMatchObject({ person: { id: 'owner' } });
    }
  });
});
