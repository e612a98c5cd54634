import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readEnv } from '../../env.ts';
import { addressReader } from './client-address.mjs';
import { guardBody } from './guard-body.mjs';
import { isReadable } from './guard-request.mjs';

let server: Server;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Seen = { taken: number; asked: number };

/** What stands behind the guard reads everything that it is given. */
async function listen(isSignedIn = false, pause?: number): Promise<Seen> {
  const seen = { taken: 0, asked: 0 };
  const ask = async () => {
    seen.asked += 1;
    return isSignedIn;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!(await guardBody(request, response, { isSignedIn: ask, mostToStart: 3 * megabyte, pause }))) return;
    for await (const chunk of request) seen.taken += chunk.length;
    response.end('read');
  };
  server = createServer((request, response) => {
    answer(request, response).catch(() => {});
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return seen;
}

const port = () => (server.address() as AddressInfo).port;

async function post(path: string, size: number, isChunked = false): Promise<number> {
  const headers = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(size) };
  const request = send({ port: port(), path, method: 'POST', headers });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.on('error', () => {});
  request.end(Buffer.alloc(size));
  const [response] = await answered;
  response.resume();
  return response.statusCode ?? 0;
}

const megabyte = 1024 * 1024;

test.each([
  ['/sign-in', 8 * 1024],
  ['/g/a-token', 256 * 1024],
  ['/api/callbacks/a-token', megabyte],
  ['/api/runs', 64 * 1024],
  ['/workflows/release', 64 * 1024],
  ['/api/validate?x=1', 64 * 1024],
])('F6 of what anybody sends to %s no more than %d bytes are taken', async (path, most) => {
  const seen = await listen();
  expect(await post(path, most)).toBe(200);
  expect(seen.taken).toBe(most);
  expect(await post(path, most + 1)).toBe(413);
  expect(seen.taken).toBe(most);
  expect(await post(path, most + megabyte, true)).toBe(413);
  expect(seen.taken).toBeLessThanOrEqual(2 * most);
});

test('F6 whoever is signed in may send files where a run is started, and nowhere else', async () => {
  const seen = await listen(true);
  expect(await post('/api/runs', 2 * megabyte)).toBe(200);
  expect(await post('/workflows/release', 2 * megabyte, true)).toBe(200);
  expect(await post('/api/runs/r1/gates/g2', 2 * megabyte)).toBe(413);
  expect(await post('/sign-in', 2 * megabyte)).toBe(413);
  expect(await post('/api/runs', 4 * megabyte)).toBe(413);
  expect(seen.asked).toBe(4);
}, 30_000);

test('F6 a refusal says how much is taken', async () => {
  await listen(true);
  for (const [path, words] of [
    ['/api/runs', '3 MB, which is all that is taken here (GATEHOUSE_MAX_BODY)'],
    ['/api/runs/r1/signals/go', '1 MB, which is all that is taken here'],
    ['/sign-in', '8 KB, which is all that is taken here'],
  ] as const) {
    const body = new Uint8Array(4 * megabyte);
    const told = await fetch(`http://127.0.0.1:${port()}${path}`, { method: 'POST', body });
    expect((await told.json()).error).toEqual({
      code: 'too_large',
      message: `The body of the request is larger than ${words}.`,
    });
  }
}, 30_000);

test('F6 fifteen posts that say they are large and then say nothing are answered at once, and hold nothing', async () => {
  const seen = await listen();
  const answers = Array.from({ length: 15 }, async () => {
    const socket = connect(port(), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 42991616\r\n\r\n');
    socket.write(Buffer.alloc(100_000));
    const [answer] = await once(socket, 'data');
    await once(socket, 'close');
    return String(answer).split('\r\n', 1)[0];
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 413 Payload Too Large']));
  expect(seen.taken).toBe(0);
}, 30_000);

test('F6 a body that stands still is given up', async () => {
  await listen(false, 50);
  const socket = connect(port(), '127.0.0.1');
  socket.on('error', () => {});
  socket.write('POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('408 Request Timeout');
  await once(socket, 'close');
});

const state = encodeURIComponent(JSON.stringify(['', { children: ['runs', {}] }, null, 'refetch']));

test('F12 what Next could not read is known before it is asked', () => {
  const isRead = (url: string, tree?: string) =>
    isReadable({
      url,
      headers: tree === undefined ? {} : { 'next-router-state-tree': tree },
    } as unknown as IncomingMessage);
  for (const url of ['/g/%ff', '/api/runs/%ff', '/%', '/a%c0%af', 'http://[', 'relative'])
    expect(isRead(url)).toBe(false);
  for (const url of ['/', '/runs?q=%ff', '/g/a%20b', '/runs/r1#x']) expect(isRead(url)).toBe(true);
  for (const tree of ['', '%', '%ff', '{}', '[]', '["",{"children":7}]', 'x'.repeat(50_000)]) {
    expect(isRead('/runs', tree)).toBe(false);
  }
  expect(isRead('/runs', state)).toBe(true);
});

test('F5 forwarded addresses are believed from the proxies that are named, and from nobody else', () => {
  const from = (remoteAddress: string, forwarded: string | undefined, proxies: string) => {
    const read = addressReader(readEnv({ GATEHOUSE_PROXIES: proxies }).proxies);
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return read({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);
  };
  expect(from('203.0.113.7', '198.51.100.1', '')).toBe('203.0.113.7');
  expect(from('127.0.0.1', '198.51.100.1', '')).toBe('127.0.0.1');
  expect(from('203.0.113.7', '198.51.100.1', '127.0.0.1')).toBe('203.0.113.7');
  expect(from('127.0.0.1', '198.51.100.1', '127.0.0.1')).toBe('198.51.100.1');
  expect(from('::ffff:127.0.0.1', '198.51.100.1', '127.0.0.1')).toBe('198.51.100.1');
  expect(from('10.1.2.3', 'claimed, 198.51.100.1, 10.9.9.9', '10.0.0.0/8')).toBe('198.51.100.1');
  expect(from('fd00::1', '2001:db8::7', 'fd00::/8')).toBe('2001:db8::7');
  expect(from('127.0.0.1', 'rubbish', '127.0.0.1')).toBe('127.0.0.1');
  expect(from('127.0.0.1', undefined, '127.0.0.1')).toBe('127.0.0.1');
  expect(() => readEnv({ GATEHOUSE_PROXIES: 'proxy.example.org, 10.0.0.0/99' })).toThrow('GATEHOUSE_PROXIES has');
});
