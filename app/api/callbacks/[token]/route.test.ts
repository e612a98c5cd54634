// A real command reports to a real address.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScratchEngine, startScratchEngine } from '#lib/runs/scratch-engine.ts';
import { startNodes, whenStatus } from '#lib/runs/scratch-run.ts';
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

function report(token: string, body: unknown): Promise<Response> {
  const headers = { host: 'localhost:3000', 'content-type': 'application/json' };
  const request = new Request('http://localhost:3000/', { method: 'POST', headers, body: JSON.stringify(body) });
  return POST(request, { params: Promise.resolve({ token }) });
}

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

test('an address that was never given out is not found, whatever it looks like', async () => {
  for (const token of ['x'.repeat(43), '..', 'a'.repeat(5000)]) {
    expect((await report(token, { exit_code: 0 })).status).toBe(404);
  }
});
