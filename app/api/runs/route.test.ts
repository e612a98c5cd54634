import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScratchEngine, startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { eventsOf, whenAsked, whenStatus } from '#lib/testing/scratch-run.ts';
import { POST } from './route.ts';

const token = 'scratch-owner-token-0123456789';
let engine: ScratchEngine;
beforeEach(async () => {
  engine = await startScratchEngine({ GATEHOUSE_TOKEN: token });
});
afterEach(() => engine.stop());

const source = JSON.stringify({
  gatehouse: 1,
  name: 'Inputs',
  inputs: { report: { type: 'file' }, key: { type: 'secret' } },
  nodes: { done: { type: 'end', message: '${inputs.report?.size ?? 0} ${inputs.key}' } },
});

const asJson = JSON.stringify({
  gatehouse: 1,
  name: 'Data',
  inputs: { data: { type: 'json' } },
  nodes: { done: { type: 'end' } },
});

const start = (inputs: object) => post(JSON.stringify({ source, inputs }));

async function post(body: string) {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body };
  const response = await POST(new Request('http://localhost:3000/api/runs', init), { params: Promise.resolve({}) });
  return { status: response.status, body: await response.json() };
}

test('a file of 10 MB is taken, and a secret is answered with its marker', async () => {
  const report = { name: 'big.bin', base64: Buffer.alloc(10 * 1024 * 1024).toString('base64') };
  const { status, body } = await start({ report, key: 'hunter2-hunter2' });
  expect(status).toBe(201);
  const { message } = await whenStatus(body.id, 'completed');
  expect(message).toMatch(/^10485760 \[secret key [0-9a-f]{16}\]$/);
});

test('what is no file is refused with what to send; a path is never opened', async () => {
  const { status, body } = await start({ report: '/etc/passwd' });
  expect(status).toBe(422);
  expect(body.error).toMatchObject({ code: 'invalid_inputs', message: expect.stringContaining('"base64"') });
});

test.each([
  ['the body', (deep: string) => `{"source":"x","inputs":{"data":${deep}}}`, 400],
  ['a text', (deep: string) => JSON.stringify({ source: asJson, inputs: { data: deep } }), 422],
])('%s that is nested without end is refused', async (_, bodyOf, status) => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const response = await post(bodyOf(deep));
  expect(response.status).toBe(status);
  expect(JSON.stringify(response.body)).toContain('nested too deeply');
});

test('a result that is nested without end fails its node, and a person is asked', async () => {
  const script = `console.log('['.repeat(3000) + ']'.repeat(3000))`;
  const work = { type: 'cli', command: [process.execPath, '-e', script], parse: 'json' };
  const { body } = await post(JSON.stringify({ source: JSON.stringify({ gatehouse: 1, name: 'D', nodes: { work } }) }));
  expect((await whenAsked(body.id)).purpose).toBe('failure');
  const [failed] = await eventsOf(body.id, 'node_failed');
  expect(failed?.data.error.code).toBe('result_too_deep');
});

test('what only the server knows is not taken from a body', async () => {
  const file = {
    name: 'x.txt',
    base64: btoa('mine'),
    path: '/etc/passwd',
    filepath: '/etc/passwd',
    sha256: 'x',
    size: 9,
  };
  const { status, body } = await start({ report: file });
  expect(status).toBe(201);
  expect((await whenStatus(body.id, 'completed')).state.inputs.report).toMatchObject({ name: 'x.txt', size: 4 });
  for (const extra of ['nodes', 'command', 'workspace', 'startedBy', 'id', 'parent', 'complete', '__proto__']) {
    const { status: refused } = await post(`{"source":${JSON.stringify(source)},"${extra}":{"a":1}}`);
    expect([extra, refused]).toEqual([extra, 400]);
  }
});
