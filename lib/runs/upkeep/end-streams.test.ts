import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiToken, revokeApiToken } from '../../people/accounts/api-tokens.ts';
import { actorOf } from '../../people/actor-of.ts';
import { sessionCookie } from '../../people/session-cookie.ts';
import { signInWithApiToken, signOut, startSession } from '../../people/sessions.ts';
import { streamReader } from '../../people/stream-reader.ts';
import { closeAllStreams, type Message, openStreamCount, sseResponse } from '../../stream/sse.ts';
import { addPeople, somebody } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { openScratchConsole, type ScratchConsole, scratchToken } from '../../testing/scratch-console.ts';
import { endStreams } from './end-streams.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole();
});
afterEach(async () => {
  closeAllStreams(house);
  await scratch.close();
});

const ann = somebody('ann', { role: 'viewer' });
const day = 24 * 60 * 60 * 1000;

async function* quiet(signal: AbortSignal): AsyncGenerator<Message> {
  yield { data: 'one' };
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

const byToken = (token: string) => new Headers({ authorization: `Bearer ${token}` });

async function openStream(headers = byToken(scratchToken)) {
  const actor = await actorOf(house, headers, 'api');
  if (!actor) throw new Error('nobody is let in');
  return sseResponse(house, new Request('http://localhost/e'), streamReader(house, headers, actor), quiet);
}

async function signedIn() {
  const session = await signInWithApiToken(house, scratchToken);
  const [cookie = ''] = sessionCookie(house, session).split(';');
  return { session, headers: new Headers({ cookie }) };
}

test('F7 signing out ends the streams of that session, and of no other', async () => {
  const [leaving, staying] = [await signedIn(), await signedIn()];
  const ended = (await openStream(leaving.headers)).text();
  await openStream(staying.headers);
  await openStream();
  await endStreams(house);
  expect(openStreamCount(house)).toBe(3);
  await signOut(house, leaving.session);
  await endStreams(house);
  expect(openStreamCount(house)).toBe(2);
  expect(await ended).toContain('data: one');
});

test('F7 a session that expires or goes idle takes its streams with it, and an open stream does not keep it alive', async () => {
  const { headers } = await signedIn();
  await openStream(headers);
  for (let hours = 0; hours < 11; hours += 1) {
    await endStreams(house, { at: new Date(Date.now() + hours * 3_600_000) });
  }
  expect(openStreamCount(house)).toBe(1);
  await endStreams(house, { at: new Date(Date.now() + day / 2 + 1000) });
  expect(openStreamCount(house)).toBe(0);
});

test.each([
  ['revoked', async (id: string) => revokeApiToken(house, ann, id)],
  ['its person shut out', async () => house.store.changePerson('ann', { closedAt: new Date().toISOString() })],
])('a stream of a personal token ends when the token is over: %s', async (_, end) => {
  await addPeople(house, ann);
  const { id, token } = await createApiToken(house, ann, { name: 'watch' });
  const ended = (await openStream(byToken(token))).text();
  await openStream();
  await endStreams(house);
  expect(openStreamCount(house)).toBe(2);
  await end(id);
  await endStreams(house);
  expect(openStreamCount(house)).toBe(1);
  expect(await ended).toContain('data: one');
});

test.each([
  ['a lower role', () => house.store.changePerson('ida', { role: 'viewer' })],
  ['fewer groups', () => house.store.changeGroup('team', { members: [] })],
  ['a closed account', () => house.store.changePerson('ida', { closedAt: new Date().toISOString() })],
])('what somebody was let in for ends with %s, in every session of theirs and nobody else’s', async (_, change) => {
  await addPeople(house, ann, somebody('ida', { role: 'administrator', groups: ['team'] }));
  for (const personId of ['ida', 'ida', 'ann']) {
    const session = await startSession(house, { personId, wayIn: 'link' });
    await openStream(new Headers({ cookie: sessionCookie(house, session).split(';')[0] ?? '' }));
  }
  await openStream();
  await endStreams(house);
  expect(openStreamCount(house)).toBe(4);
  await change();
  await endStreams(house);
  expect([...house.streams].map(({ person }) => person)).toEqual(['ann', 'owner']);
});

test('D12 a reader who takes nothing for 30 seconds is cut off; one who waits for news is not', async () => {
  const stalled = await openStream();
  const reader = (await openStream()).body?.getReader();
  await reader?.read();
  await reader?.read();
  const next = reader?.read();
  const clock = performance.now();
  await endStreams(house, { clock: clock + 29_000 });
  expect(openStreamCount(house)).toBe(2);
  await endStreams(house, { clock: clock + 30_001 });
  expect(openStreamCount(house)).toBe(1);
  await expect(stalled.text()).rejects.toThrow('did not read');
  closeAllStreams(house);
  expect((await next)?.done).toBe(true);
});
