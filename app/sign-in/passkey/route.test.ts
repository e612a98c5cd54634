import { afterEach, beforeEach, expect, test } from 'vitest';
import { changePerson } from '#lib/people/accounts/people.ts';
import { removePasskey } from '#lib/people/passkeys/passkeys.ts';
import { signInWithPasskey } from '#lib/people/passkeys/sign-in-with-passkey.ts';
import { startSession } from '#lib/people/sessions.ts';
import { addPeople, somebody } from '#lib/testing/actors.ts';
import { playAuthenticator } from '#lib/testing/authenticator.ts';
import { house } from '#lib/testing/house.ts';
import { openScratchConsole, type ScratchConsole } from '#lib/testing/scratch-console.ts';
import { DELETE as remove } from '../../api/passkeys/[passkeyId]/route.ts';
import { POST as beginAdding } from '../../api/passkeys/challenge/route.ts';
import { POST as add, GET as list } from '../../api/passkeys/route.ts';
import { GET as signInPage } from '../route.ts';
import { POST as begin } from './challenge/route.ts';
import { POST as finish } from './route.ts';

const base = 'http://localhost:3000';
const own = { host: 'localhost:3000', origin: base, 'x-gatehouse-address': '10.0.0.1' };
const from = { address: '10.0.0.1', agent: 'test' };
const ann = somebody('ann', { role: 'operator' });
type Handler = typeof begin;
type Device = ReturnType<typeof playAuthenticator>;

let scratch: ScratchConsole;
beforeEach(() => open());
afterEach(() => scratch.close());

async function open(settings: Record<string, string> = {}) {
  scratch = await openScratchConsole(settings);
  await addPeople(house, ann);
}
async function openAgain(settings: Record<string, string>) {
  await scratch.close();
  await open(settings);
}

const call = (handler: Handler, body: BodyInit | null, headers: Record<string, string> = {}) =>
  handler(new Request(`${base}/x`, { method: 'POST', body, headers: { ...own, ...headers } }), {});
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] as string;

async function asked(handler: Handler, cookie = '') {
  const response = await call(handler, null, { cookie });
  expect(response.status).toBe(200);
  return { options: await response.json(), cookie: cookieOf(response) };
}

const post = (answer: unknown, cookie: string) =>
  call(finish, new URLSearchParams({ answer: JSON.stringify(answer), next: '/gates' }), { cookie });

async function addTo(personId: string, device: Device, lies = {}, session?: string) {
  const signedIn = `gatehouse_session=${session ?? (await startSession(house, { personId, wayIn: 'link', from }))}`;
  const { options, cookie } = await asked(beginAdding, signedIn);
  const body = JSON.stringify({ name: 'laptop', answer: device.make(options, lies) });
  const headers = { 'content-type': 'application/json', cookie: `${signedIn}; ${cookie}` };
  return { options, response: await call(add, body, headers), again: () => call(add, body, headers) };
}

async function withPasskey() {
  const device = playAuthenticator();
  expect((await addTo('ann', device)).response.status).toBe(201);
  return device;
}

const page = async (host = 'localhost:3000') =>
  (await signInPage(new Request(`http://${host}/sign-in`, { headers: { host } }), {})).text();

test('a passkey that was added signs its person in, and all of it is on record', async () => {
  const device = await withPasskey();
  const { options, cookie } = await asked(begin);
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  const response = await post(device.answer(options), cookie);
  expect([response.status, response.headers.get('location')]).toEqual([303, '/gates']);
  expect(await house.store.listSessions('ann')).toContainEqual(expect.objectContaining({ wayIn: 'passkey' }));
  expect(await house.store.listPasskeys('ann')).toMatchObject([
    { name: 'laptop', counter: 2, lastUsedAt: expect.any(String) },
  ]);
  const [{ id = '' } = {}] = await house.store.listPasskeys('ann');
  await expect(removePasskey(house, somebody('owner'), id)).rejects.toMatchObject({ code: 'not_found' });
  await removePasskey(house, ann, id);
  const { entries } = await house.store.pageOfAudit({ limit: 20 });
  const told = entries.map(({ act, who }) => [act, who.name, who.via]);
  expect(told).toContainEqual(['passkey.added', 'ann', 'session']);
  expect(told).toContainEqual(['passkey.removed', 'ann', 'session']);
  expect(told).toContainEqual(['session.started', 'ann', 'passkey']);
  const later = await asked(begin);
  expect((await post(device.answer(later.options), later.cookie)).status).toBe(401);
});

test('a challenge is good once, for five minutes, for its purpose, and only in the browser that asked', async () => {
  const device = await withPasskey();
  const { options, cookie } = await asked(begin);
  const answer = device.answer(options, { counter: 50 });
  const other = (await asked(begin)).cookie;
  for (const wrong of ['', other, 'gatehouse_passkey=nonsense', `${cookie}x`])
    expect((await post(answer, wrong)).status).toBe(401);
  const late = new Date(Date.now() + 301_000);
  const sent = { answer: JSON.stringify(answer), headers: new Headers({ ...own, cookie }), from };
  await expect(signInWithPasskey(house, sent, late)).rejects.toMatchObject({ code: 'not_signed_in' });
  expect((await post(answer, cookie)).status).toBe(303);
  // A later counter makes no difference: it is the challenge that is used up.
  expect((await post(device.answer(options, { counter: 60 }), cookie)).status).toBe(401);
  const adding = await asked(
    beginAdding,
    `gatehouse_session=${await startSession(house, { personId: 'ann', wayIn: 'link', from })}`,
  );
  expect((await post(device.answer(adding.options, { counter: 70 }), adding.cookie)).status).toBe(401);
});

test.each([
  ['from a page of another origin', { origin: 'http://localhost:4000' }],
  ['for another host', { rpId: 'evil.example' }],
  ['of an authenticator that has not verified its person', { isVerified: false }],
  ['with a counter that has not grown', { counter: 1 }],
])('an answer %s is refused', async (_, lies) => {
  const device = await withPasskey();
  const { options, cookie } = await asked(begin);
  expect((await post(device.answer(options, lies), cookie)).status).toBe(401);
  if ('counter' in lies) return;
  expect((await addTo('ann', playAuthenticator(), lies)).response.status).toBe(400);
});

test('a passkey is added once, and not with the challenge of another person', async () => {
  const device = playAuthenticator();
  const { response, again } = await addTo('ann', device);
  expect([response.status, (await again()).status]).toEqual([201, 409]);
  const [{ id = '' } = {}] = await house.store.listPasskeys('ann');
  await removePasskey(house, ann, id);
  expect((await again()).status).toBe(409);
  const { cookie } = await asked(
    beginAdding,
    `gatehouse_session=${await startSession(house, { personId: 'ann', wayIn: 'link', from })}`,
  );
  const owner = `gatehouse_session=${await startSession(house, { personId: 'owner', wayIn: 'link', from })}`;
  const body = JSON.stringify({ name: 'x', answer: {} });
  const headers = { 'content-type': 'application/json', cookie: `${owner}; ${cookie}` };
  expect((await call(add, body, headers)).status).toBe(409);
});

test('the passkey of a closed account is refused', async () => {
  const device = await withPasskey();
  await changePerson(house, somebody('owner'), 'ann', { closed: true });
  const { options, cookie } = await asked(begin);
  const response = await post(device.answer(options), cookie);
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('account is closed')]);
  const { entries } = await house.store.pageOfAudit({ act: 'session.refused', limit: 20 });
  expect(entries).toMatchObject([
    { who: { via: 'passkey', address: '10.0.0.1' }, details: { reason: expect.stringContaining('account is closed') } },
  ]);
});

test('over HTTP people see and remove their own passkeys, and nobody else’s', async () => {
  await withPasskey();
  const signedIn = async (personId: string) => ({
    ...own,
    cookie: `gatehouse_session=${await startSession(house, { personId, wayIn: 'link', from })}`,
  });
  const listOf = async (personId: string) => {
    const response = await list(new Request(`${base}/api/passkeys`, { headers: await signedIn(personId) }), {});
    return (await response.json()).passkeys as { id: string; name: string }[];
  };
  const [passkey] = await listOf('ann');
  expect(passkey).toEqual({
    id: expect.any(String),
    name: 'laptop',
    created_at: expect.any(String),
    last_used_at: null,
  });
  expect(await listOf('owner')).toEqual([]);
  const removeAs = async (personId: string) =>
    remove(new Request(`${base}/x`, { method: 'DELETE', headers: await signedIn(personId) }), {
      params: Promise.resolve({ passkeyId: passkey?.id ?? '' }),
    });
  expect((await removeAs('owner')).status).toBe(404);
  expect((await removeAs('ann')).status).toBe(204);
  expect(await listOf('ann')).toEqual([]);
});

test('after ten wrong tries in a minute even the right passkey has to wait', async () => {
  const device = await withPasskey();
  for (const wrong of Array.from({ length: 10 }, () => playAuthenticator())) {
    const { options, cookie } = await asked(begin);
    expect((await post(wrong.answer(options), cookie)).status).toBe(401);
  }
  const { options, cookie } = await asked(begin);
  expect((await post(device.answer(options), cookie)).status).toBe(429);
});

test('the sign-in page offers it where the address allows it, and says the reason where not', async () => {
  const button = 'Sign in with a passkey';
  expect(await page()).toContain(button);
  expect(await page('127.0.0.1:3000')).toContain('open http://localhost:3000 instead of http://127.0.0.1:3000');
  expect(await page('127.0.0.1:3000')).not.toContain(button);
  expect((await call(begin, null, { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' })).status).toBe(409);
  await openAgain({ GATEHOUSE_URL: 'https://gatehouse.example.org' });
  expect(await page('gatehouse.example.org')).toContain(button);
  expect(await page()).toContain('Passkeys work at https://gatehouse.example.org only');
  await openAgain({ GATEHOUSE_URL: 'http://gatehouse.example.org' });
  expect(await page('gatehouse.example.org')).toContain('Passkeys need an https address with a name');
});

test('where OpenID Connect is the only way, passkeys are neither offered nor taken', async () => {
  const device = await withPasskey();
  const { options, cookie } = await asked(begin);
  Object.assign(house.env, { openId: { isOnlyWay: true } });
  expect(await page()).not.toContain('passkey');
  expect((await post(device.answer(options), cookie)).status).toBe(403);
});
