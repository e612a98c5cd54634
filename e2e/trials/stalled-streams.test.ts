// Readers who open live streams and never read.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlace, startConsole, type TrialConsole, token } from './console.ts';

const { place, data, remove } = makePlace();
let running: TrialConsole;
const sockets: Socket[] = [];
beforeAll(async () => {
  running = await startConsole({ GATEHOUSE_DATA: data, GATEHOUSE_WORKFLOWS: join(place, 'workflows') });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await running.stop();
  remove();
});

/** More than the buffers between two processes hold. */
const talks = Array.from({ length: 40 }, (_, index) => {
  const script = 'for i in 1 2 3 4 5 6 7 8; do head -c 30000 /dev/zero | tr "\\\\0" x; echo; done';
  return `  talk${index}: { type: cli, script: '${script}' }\n`;
});
const chatty = `gatehouse: 1\nname: Chatty\nnodes:\n${talks.join('')}  done: { type: end, outcome: success }\n`;

/** Asks for a stream and reads only whether it is given. */
async function stall(path: string, headers: string): Promise<number> {
  const { hostname, port } = new URL(running.address);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\n${headers}\r\n\r\n`);
  const [chunk] = await once(socket, 'data');
  socket.pause();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1]);
}

async function openStreams(): Promise<number> {
  const response = await fetch(`${running.address}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^gatehouse_streams (\d+)$/m.exec(await response.text())?.[1]);
}

/** By default the owner, whose token it is. */
async function signIn(path = '/api/sign-in-links'): Promise<string> {
  const { body } = await running.api<{ url: string }>('POST', path, {});
  const link = new URL(body.url).searchParams.get('token') ?? '';
  const response = await fetch(`${running.address}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: running.address },
    body: new URLSearchParams({ link }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

const bearer = `Authorization: Bearer ${token}`;

/** Somebody else with an account, signed in. */
async function signInAda(): Promise<string> {
  const person = { name: 'Ada', email: 'ada@example.org', role: 'viewer' };
  const { body } = await running.api<{ id: string }>('POST', '/api/people', person);
  return signIn(`/api/people/${body.id}/sign-in-links`);
}

test('D12 500 readers of one person who do not read leave room for others', async () => {
  const given: number[] = [];
  for (let count = 0; count < 500; count += 1) given.push(await stall('/api/events', bearer));
  expect(given.filter((status) => status === 200)).toHaveLength(300);
  expect(given.filter((status) => status === 429)).toHaveLength(200);
  // A token and a session of one person share their places.
  expect(await stall('/api/events', `Cookie: ${await signIn()}`)).toBe(429);
  expect(await stall('/api/events', `Cookie: ${await signInAda()}`)).toBe(200);
  for (const socket of sockets.splice(0)) socket.destroy();
  while ((await openStreams()) > 0) await sleep(100);
}, 120_000);

test('D12 readers whose buffers are full are cut off after half a minute', async () => {
  const { status, body } = await running.api<{ id: string }>('POST', '/api/runs', { source: chatty });
  expect(status).toBe(201);
  for (let now = ''; now !== 'completed'; await sleep(100)) {
    ({ status: now } = (await running.api<{ status: string }>('GET', `/api/runs/${body.id}`)).body);
  }
  const path = `/api/runs/${body.id}/events`;
  for (let count = 0; count < 5; count += 1) expect(await stall(path, bearer)).toBe(200);
  const since = performance.now();
  expect(await openStreams()).toBe(5);
  while ((await openStreams()) > 0) await sleep(500);
  expect(performance.now() - since).toBeGreaterThan(25_000);
}, 120_000);

test('F7 a stream is over within 5 seconds of signing out', async () => {
  const cookie = await signIn();
  const response = await fetch(`${running.address}/api/events`, { headers: { cookie } });
  const ended = response.text();
  await fetch(`${running.address}/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: running.address },
  });
  const signedOut = performance.now();
  await ended;
  expect(performance.now() - signedOut).toBeLessThan(5_000);
  expect((await fetch(`${running.address}/api/events`, { headers: { cookie } })).status).toBe(401);
});
