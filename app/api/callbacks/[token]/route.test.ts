// A real command reports to a real address.

import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelRun } from '#lib/runs/cancel-run.ts';
import { tester } from '#lib/testing/actors.ts';
import { lookUntil } from '#lib/testing/look-until.ts';
import { type ScratchEngine, startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { eventsOf, startNodes, whenRun, whenStatus } from '#lib/testing/scratch-run.ts';
import { house } from '../../../../lib/testing/house.ts';
import { POST } from './route.ts';

let engine: ScratchEngine;
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const token = url.pathname.split('/').at(-1) ?? '';
    const headers = new Headers(request.headers as Record<string, string>);
    const given = new Request(url, { method: 'POST', headers, body });
    const answer = await POST(given, { params: Promise.resolve({ token }) });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  engine = await startScratchEngine({ PORT: String((server.address() as AddressInfo).port) });
});
afterAll(async () => {
  await engine.stop();
  server.close();
});

/** Posts each body to the address, keeps it, and reports the answers as its output. */
const program = `
  const { GATEHOUSE_CALLBACK: address, GATEHOUSE_EXEC_ID: id, BODIES } = process.env;
  const post = async (body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(address, { method: 'POST', headers, body })).status;
  };
  const bodies = [...JSON.parse(BODIES), JSON.stringify({ exit_code: 0, output: 'x'.repeat(1024 * 1024) })];
  const answers = [];
  for (const body of bodies) answers.push(await post(body));
  process.getBuiltinModule('node:fs').writeFileSync('address', address);
  await post(JSON.stringify({ exit_code: 0, output: JSON.stringify({ id, answers }) }));
  process.exit(5);
`;

const json = { host: 'localhost:3000', 'content-type': 'application/json' };

function send(token: unknown, init: { headers?: Record<string, string>; body?: string } = {}): Promise<Response> {
  const { headers = json, body = '{"exit_code":0}' } = init;
  const request = new Request('http://localhost:3000/', { method: 'POST', headers, body });
  return POST(request, { params: Promise.resolve({ token: token as string }) });
}

const report = (token: unknown, body: unknown) => send(token, { body: JSON.stringify(body) });

test('only a whole report is taken, once; its exit code and output are the result', async () => {
  const bodies = ['null', '[]', '{}', '{"exit_code":"0"}', '{"exit_code":0,"more":1}', '{"exit_code":1.5}', '{'];
  const env = { BODIES: JSON.stringify(bodies) };
  const command = [process.execPath, '-e', program];
  const id = await startNodes({ work: { type: 'cli', command, env, background: true } });
  const { state } = await whenStatus(id, 'completed');
  const { stdout, exit_code } = state.outputs.work as { stdout: string; exit_code: number };
  expect(exit_code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ id: `${id}-work-1-1`, answers: [...bodies.map(() => 400), 413] });

  const address = readFileSync(join(state.workspace, 'address'), 'utf8');
  const again = await report(address.split('/').at(-1) ?? '', { exit_code: 1 });
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({
    error: { code: 'conflict', details: { report: { exit_code: 0, via: 'callback' } } },
  });
});

/** A command that waits, and the token of its address. */
async function startWaiting(): Promise<{ id: string; token: string }> {
  const script = 'printf %s "$GATEHOUSE_CALLBACK" > .address; mv .address address; exec sleep 600';
  const id = await startNodes({ work: { type: 'cli', script, background: true } });
  const { state } = await whenRun(id, ({ nodes }) => nodes.work?.status === 'waiting');
  const file = join(state.workspace, 'address');
  await lookUntil(() => existsSync(file));
  return { id, token: readFileSync(file, 'utf8').split('/').at(-1) ?? '' };
}

const reported = async (id: string) => (await eventsOf(id, 'signal_received')).length;

test('nothing but the whole token is the token, and each is good for its own command alone', async () => {
  const [one, other] = [await startWaiting(), await startWaiting()];
  const { token } = one;
  const near: unknown[] = [
    null,
    undefined,
    '',
    [],
    [token],
    {},
    { token },
    { toString: () => token },
    0,
    true,
    token.slice(0, -1),
    token.slice(1),
    `${token}=`,
    `${token} `,
    ` ${token}`,
    `${token}\0`,
    `${token}/`,
    `${token}.json`,
    `./${token}`,
    token.repeat(2),
    token.toUpperCase(),
    token.toLowerCase(),
    [...token].reverse().join(''),
    encodeURIComponent(`%${token}`),
    token.replace(/^./, 'é'),
    token.replace(/^./, '\u0430'),
    'A'.repeat(43),
    'A'.repeat(100_000),
    '__proto__',
    'constructor',
    '*',
    '%2e%2e%2f',
    '../done',
    createHash('sha256').update(token).digest('hex'),
  ];
  for (const wrong of near) expect([404, 429]).toContain((await report(wrong, { exit_code: 0 })).status);
  expect([await reported(one.id), await reported(other.id)]).toEqual([0, 0]);
  expect((await report(token, { exit_code: 0 })).status).toBe(200);
  await whenStatus(one.id, 'completed');
  expect([await reported(one.id), await reported(other.id)]).toEqual([1, 0]);
  // Again, and when the run has ended.
  expect((await report(token, { exit_code: 0 })).status).toBe(409);
  await cancelRun(house, { runId: other.id, actor: tester });
  expect((await report(other.token, { exit_code: 0 })).status).toBe(409);
  expect([await reported(one.id), await reported(other.id)]).toEqual([1, 0]);
});

test('guessing is slowed down, and a right token is heard all the same', async () => {
  const { id, token } = await startWaiting();
  const from = (address: string) => ({ ...json, 'x-gatehouse-address': address });
  const statuses: number[] = [];
  for (let count = 0; count < 12; count++) {
    const guess = randomBytes(32).toString('base64url');
    statuses.push((await send(guess, { headers: from('192.0.2.7') })).status);
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(404));
  expect(statuses.slice(10)).toEqual([429, 429]);
  expect((await send(token, { headers: from('192.0.2.7') })).status).toBe(200);
  await whenStatus(id, 'completed');
});

test('a foreign page may report, which it cannot without the token; other types and bodies are refused', async () => {
  const { id, token } = await startWaiting();
  const bad: [Record<string, string>, string, number][] = [
    [{ ...json, 'content-type': 'text/plain' }, '{"exit_code":0}', 415],
    [{ ...json, 'content-type': 'application/x-www-form-urlencoded' }, 'exit_code=0', 415],
    [{ ...json, 'content-type': 'multipart/form-data; boundary=x' }, '--x--', 415],
    [{ ...json, host: 'evil.example' }, '{"exit_code":0}', 421],
    [json, '{"exit_code":0,"__proto__":{"output":"x"}}', 400],
    [json, '{"exit_code":0,"constructor":{}}', 400],
    [json, '{"exit_code":0,"run":"other","node":"other","command":["id"]}', 400],
    [json, '{"exit_code":0,"output":["x"]}', 400],
    [json, '{"exit_code":0,"output_path":""}', 400],
    [json, `{"exit_code":0,"output_path":"${'x'.repeat(5000)}"}`, 400],
    [json, '{"exit_code":1e400}', 400],
    [json, `{"exit_code":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
    [json, '', 400],
  ];
  for (const [headers, body, status] of bad) {
    const answer = await send(token, { headers, body });
    expect([body.slice(0, 60), answer.status]).toEqual([body.slice(0, 60), status]);
    const said = await answer.text();
    expect(said).not.toContain(engine.dataDirectory);
    expect(said).not.toMatch(/\bat .*\.ts:\d+/);
  }
  expect(await reported(id)).toBe(0);
  const foreign = await send(token, { headers: { ...json, origin: 'https://evil.example', cookie: 'a=b' } });
  expect(foreign.status).toBe(200);
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  expect(foreign.headers.get('set-cookie')).toBeNull();
  await whenStatus(id, 'completed');
});

test('a reported file is kept only from inside of the workspace', async () => {
  const outside = ['/etc/passwd', '../../../../secret.key', '/proc/self/environ', 'address/../../x', '\u0000'];
  const waiting = await Promise.all(outside.map(startWaiting));
  for (const [index, { id, token }] of waiting.entries()) {
    expect((await report(token, { exit_code: 0, output_path: outside[index] })).status).toBe(200);
    await whenStatus(id, 'completed');
    expect((await eventsOf(id, 'warning')).map(({ data }) => data.code)).toEqual(['artifacts']);
    expect(await eventsOf(id, 'artifact_saved')).toEqual([]);
  }
});
