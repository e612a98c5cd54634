import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiToken } from '#lib/people/accounts/api-tokens.ts';
import { actorOf } from '#lib/people/actor-of.ts';
import { createSignInLink } from '#lib/people/sessions.ts';
import { addPeople, somebody } from '#lib/testing/actors.ts';
import { openScratchConsole, type ScratchConsole, scratchToken } from '#lib/testing/scratch-console.ts';
import { house } from '../../lib/testing/house.ts';
import { POST as makeLink } from '../api/sign-in-links/route.ts';
import { POST as signOut } from '../sign-out/route.ts';
import { GET, POST } from './route.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole();
});
afterEach(() => scratch.close());

const own = { host: 'localhost:3000', origin: 'http://localhost:3000' };
const context = { params: Promise.resolve({}) };
const get = (query: string, headers: Record<string, string> = own) =>
  GET(new Request(`http://localhost:3000/sign-in${query}`, { headers }), context);

function post(handler: typeof POST, fields: Record<string, string>, headers: Record<string, string> = own) {
  const body = new URLSearchParams(fields).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return handler(
    new Request('http://localhost:3000/sign-in', { method: 'POST', body, headers: { ...headers, ...type } }),
    context,
  );
}

const linkToken = async () =>
  new URL((await createSignInLink(house, 'http://localhost:3000')).url).searchParams.get('token') as string;
const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] as string;

test('opening a sign-in link uses nothing up; posting it signs in and goes on to a path of ours', async () => {
  const link = await linkToken();
  for (let i = 0; i < 3; i++)
    expect(await (await get(`?token=${link}&next=/runs/a`)).text()).toContain(`value="${link}"`);
  const response = await post(POST, { link, next: '/runs/a' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/runs/a');
  expect(response.headers.get('set-cookie')).toMatch(/^gatehouse_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/);
  const signedIn = await get('?next=/gates', { ...own, cookie: cookieOf(response) });
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/gates']);

  const again = await post(POST, { link });
  expect([again.status, await again.text()]).toEqual([401, expect.stringContaining('used already or has expired')]);
});

test('another site is never where a sign-in leads', async () => {
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    expect((await post(POST, { token: scratchToken, next })).headers.get('location')).toBe('/runs');
  }
});

test('another site cannot sign somebody in or out', async () => {
  for (const origin of ['http://evil.example', 'null']) {
    expect((await post(POST, { token: scratchToken }, { ...own, origin })).status).toBe(403);
    expect((await post(signOut, {}, { ...own, origin })).status).toBe(403);
  }
});

test('after ten wrong tokens in a minute even the right one has to wait, for that address only', async () => {
  const from = (address: string) => ({ ...own, 'x-gatehouse-address': address });
  for (let i = 0; i < 10; i++) expect((await post(POST, { token: `wrong ${i}` }, from('10.0.0.1'))).status).toBe(401);
  expect((await post(POST, { token: scratchToken }, from('10.0.0.1'))).status).toBe(429);
  expect((await post(POST, { token: scratchToken }, from('10.0.0.2'))).status).toBe(303);
});

const told = async () => (await house.store.pageOfAudit({ limit: 200 })).entries.reverse();

test('refused sign-ins are told, with how, from where and why, and without what was shown', async () => {
  const link = await linkToken();
  const from = { ...own, 'x-gatehouse-address': '10.0.0.1' };
  await post(POST, { link }, from);
  for (const [way, shown] of [
    ['link', link],
    ['token', 'wrong 1'],
    ['token', 'wrong 2'],
  ] as const)
    await post(POST, { [way]: shown }, from);
  const refused = (await told()).filter(({ act }) => act === 'session.refused');
  expect(refused.map(({ who, details }) => [who.via, who.address, details.reason])).toEqual([
    ['link', '10.0.0.1', 'This sign-in link was used already or has expired.'],
    ['token', '10.0.0.1', 'That is not the API token of this console.'],
  ]);
  expect(JSON.stringify(refused)).not.toMatch(new RegExp(`wrong|${link}`));
});

test('wrong tries do not fill the audit log, however many there are', async () => {
  for (let i = 0; i < 40; i++) {
    const from = { ...own, 'x-gatehouse-address': `10.0.0.${i % 8}` };
    expect((await post(POST, i % 2 ? { token: `wrong ${i}` } : { link: `wrong ${i}` }, from)).status).not.toBe(303);
  }
  expect(await told()).toHaveLength(8);
  await post(POST, { token: scratchToken }, { ...own, 'x-gatehouse-address': '10.0.1.1' });
  expect((await told()).at(-1)).toMatchObject({ act: 'session.started' });
});

test('an API token that does not work is told once a minute for each address', async () => {
  const ask = (token: string) =>
    makeLink(
      new Request('http://localhost:3000/api/sign-in-links', {
        method: 'POST',
        headers: { ...own, authorization: `Bearer ${token}`, 'x-gatehouse-address': '10.0.0.9' },
      }),
      context,
    );
  for (const token of ['wrong-1', 'wrong-1', 'wrong-2']) expect((await ask(token)).status).toBe(401);
  expect(await told()).toMatchObject([{ act: 'token.refused', who: { address: '10.0.0.9', door: 'api' } }]);
});

test('signing out ends the session and clears the cookie', async () => {
  const cookie = cookieOf(await post(POST, { token: scratchToken }));
  const response = await post(signOut, {}, { ...own, cookie });
  expect([response.status, response.headers.get('set-cookie')]).toEqual([303, expect.stringContaining('Max-Age=0')]);
  expect((await get('', { ...own, cookie })).status).toBe(200);
});

test('only the API token gets new sign-in links', async () => {
  const ask = (headers: Record<string, string>) =>
    makeLink(
      new Request('http://localhost:3000/api/sign-in-links', { method: 'POST', headers: { ...own, ...headers } }),
      context,
    );
  expect((await ask({})).status).toBe(401);
  expect((await ask({ cookie: cookieOf(await post(POST, { token: scratchToken })) })).status).toBe(403);
  const response = await ask({ authorization: `Bearer ${scratchToken}` });
  const { url } = await response.json();
  expect(response.status).toBe(201);
  expect((await post(POST, { link: new URL(url).searchParams.get('token') as string })).status).toBe(303);
});

test('whose token it is, theirs is the sign-in link', async () => {
  const ida = somebody('ida');
  await addPeople(house, ida);
  const { token } = await createApiToken(house, ida, { name: 'mine' });
  const headers = { ...own, authorization: `Bearer ${token}` };
  const made = await makeLink(
    new Request('http://localhost:3000/api/sign-in-links', { method: 'POST', headers }),
    context,
  );
  const { url } = await made.json();
  const cookie = cookieOf(await post(POST, { link: new URL(url).searchParams.get('token') as string }));
  expect(await actorOf(house, new Headers({ cookie }), 'console')).toMatchObject({ person: { id: 'ida' } });
});

test('what is in the address cannot become markup', async () => {
  const html = await (
    await get(`?token=${encodeURIComponent('"><script>alert(1)</script>')}&next=${encodeURIComponent('/"><img>')}`)
  ).text();
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toContain('<img');
});
