import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScratchEngine, startScratchEngine } from '#lib/runs/scratch-engine.ts';
import { whenStatus } from '#lib/runs/scratch-run.ts';
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

async function start(inputs: object) {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ source, inputs }) };
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

test('a body that no allowed files can fill is too large', async () => {
  const { status } = await start({ key: 'x'.repeat(43 * 1024 * 1024) });
  expect(status).toBe(413);
});
