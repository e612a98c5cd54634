import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startWebhookReceiver } from '../../../e2e/fakes/webhook-receiver.ts';
import { postWebhook, signWebhook } from './webhook.ts';

const secret = 'a secret of the tests';
const never = new AbortController().signal;

test('the signature is the HMAC-SHA256 of timestamp, dot and body', () => {
  expect(signWebhook('key', '1700000000', '{"a":1}')).toBe(
    'sha256=a438e398bfafc57e4396bb7fc2304422f0f768e965d073ca313cb52e22e6ad03',
  );
});

test('a body is signed as the bytes that are sent, whatever letters it has', async () => {
  const receiver = await startWebhookReceiver({ secret });
  const body = JSON.stringify({ text: 'Grüße, 世界 \u2028' });
  await postWebhook({ url: receiver.url, secret, id: 'one', body }, never);
  await receiver.stop();
  expect(receiver.received).toMatchObject([{ id: 'one', isSigned: true, body: JSON.parse(body) }]);
});

test('a signature made with another secret is told apart', async () => {
  const receiver = await startWebhookReceiver({ secret });
  await postWebhook({ url: receiver.url, secret: 'another one', id: 'one', body: '{}' }, never);
  await receiver.stop();
  expect(receiver.received).toMatchObject([{ isSigned: false }]);
});

test('an error names the host and why, never the rest of the address', async () => {
  const receiver = await startWebhookReceiver({ secret });
  receiver.answerWith(503);
  const post = () => postWebhook({ url: `${receiver.url}/private`, secret, id: 'one', body: '{}' }, never);
  await expect(post()).rejects.toThrow(`127.0.0.1:${receiver.port} answered 503`);
  await receiver.stop();
  const refused = await post().catch((error: Error) => error.message);
  expect(refused).toContain(`127.0.0.1:${receiver.port} did not answer: `);
  expect(refused).not.toContain('private');
});

test('a receiver that is silent is left when the engine stops', async () => {
  const stop = new AbortController();
  const server = createServer(() => stop.abort());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  const hook = { url: `http://127.0.0.1:${port}/`, secret, id: 'one', body: '{}' };
  await expect(postWebhook(hook, stop.signal)).rejects.toThrow('did not answer');
  await new Promise<void>((closed) => server.close(() => closed()));
});
