import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiToken, revokeApiToken } from '../../people/accounts/api-tokens.ts';
import { sessionCookie } from '../../people/session-cookie.ts';
import { signInWithApiToken, signOut } from '../../people/sessions.ts';
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

function openStream(headers: Headers, via: 'session' | 'token') {
  const actor = { name: via === 'session' ? 'owner' : 'api', person: null, via, door: 'api' as const };
  return sseResponse(house, new Request('http://localhost/e'), streamReader(house, headers, actor), quiet);
}

async function signedIn() {
  const session = await signInWithApiToken(house, scratchToken);
  const [cookie = ''] = sessionCookie(house, session).split(';');
  return { session, headers: new Headers({ cookie }) };
}

test('F7 signing out ends the streams of that session, and of no other', async () => {
  const [leaving, staying] = [await signedIn(), await signedIn()];
  const ended = openStream(leaving.headers, 'session').text();
  openStream(staying.headers, 'session');
  openStream(new Headers({ authorization: `Bearer ${scratchToken}` }), 'token');
  await endStreams(house);
  expect(openStreamCount(house)).toBe(3);
  await signOut(house, leaving.session);
  await endStreams(house);
  expect(openStreamCount(house)).toBe(2);
  expect(await ended).toContain('data: one');
});

test('F7 a session that expires or goes idle takes its streams with it, and an open stream does not keep it alive', async () => {
  const { headers } = await signedIn();
  openStream(headers, 'session');
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
  const headers = new Headers({ authorization: `Bearer ${token}` });
  const ended = openStream(headers, 'token').text();
  openStream(new Headers({ authorization: `Bearer ${scratchToken}` }), 'token');
  await endStreams(house);
  expect(openStreamCount(house)).toBe(2);
  await end(id);
  await endStreams(house);
  expect(openStreamCount(house)).toBe(1);
  expect(await ended).toContain('data: one');
});

test('D12 a reader who takes nothing for 30 seconds is cut off; one who waits for news is not', async () => {
  const stalled = openStream(new Headers(), 'token');
  const reader = openStream(new Headers(), 'token').body?.getReader();
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
