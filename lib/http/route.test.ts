import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { openScratchConsole, type ScratchConsole, scratchToken } from '../testing/scratch-console.ts';
import { whole } from './query.ts';
import { route } from './route.ts';

let scratch: ScratchConsole;
beforeAll(async () => {
  scratch = await openScratchConsole();
});
afterAll(() => scratch.close());
afterEach(() => vi.restoreAllMocks());

const context = { params: Promise.resolve({}) };
const own = { host: 'localhost:3000', origin: 'http://localhost:3000', authorization: `Bearer ${scratchToken}` };

function call(handler: ReturnType<typeof route>, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const headers = { ...own, ...init.headers };
  const kept = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  return handler(new Request('http://localhost:3000/api/things?q=1', { ...init, headers: kept }), context);
}

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

const echo = route(
  { may: 'answer_gate', body: z.strictObject({ option: z.string(), count: z.number().optional() }) },
  ({ body, actor }) => ({
    status: 201,
    body: { got: body, by: actor.name },
  }),
);

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json()).error.code];
}

test('a good request is answered, and every answer carries the security headers', async () => {
  const response = await call(echo, json({ option: 'yes' }));
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ got: { option: 'yes' }, by: 'api' });
  const refused = await call(echo, json({ option: 'yes' }, { host: 'evil.example' }));
  for (const { headers } of [response, refused]) {
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toContain('no-store');
  }
});

test.each([
  ['a foreign host', { host: 'evil.example' }, [421, 'wrong_host']],
  ['a foreign origin', { origin: 'http://evil.example' }, [403, 'wrong_origin']],
  ['a null origin', { origin: 'null' }, [403, 'wrong_origin']],
  ['no origin and no token', { origin: '', authorization: '' }, [403, 'wrong_origin']],
  ['no token and no session', { authorization: '' }, [401, 'not_signed_in']],
  ['a wrong token', { authorization: 'Bearer nonsense' }, [401, 'not_signed_in']],
  ['a text body', { 'content-type': 'text/plain' }, [415, 'unsupported_type']],
  ['a form body', { 'content-type': 'application/x-www-form-urlencoded' }, [415, 'unsupported_type']],
] as [string, Record<string, string>, [number, string]][])('%s is refused', async (_, headers, expected) => {
  expect(await codeOf(await call(echo, json({ option: 'yes' }, headers)))).toEqual(expected);
});

test('an answer that fits into one packet is not to be compressed, a longer one may be', async () => {
  const headers = { 'content-type': 'application/schema+json' };
  const long = route({ may: 'see' }, () => ({ status: 200, body: { text: 'x'.repeat(2000) }, headers }));
  const caching = async (handler: typeof echo, init = {}) => (await call(handler, init)).headers.get('cache-control');
  expect(await caching(echo, json({ option: 'yes' }))).toBe('no-store, no-transform');
  expect(await caching(long)).toBe('no-store');
  expect((await call(long)).headers.get('content-type')).toBe('application/schema+json');
});

test('a program with the token needs no origin', async () => {
  expect((await call(echo, json({ option: 'yes' }, { origin: '' }))).status).toBe(201);
});

test('a wrong body is refused naming every field, unknown ones too', async () => {
  const response = await call(echo, json({ option: 1, cuont: 2 }));
  expect(response.status).toBe(400);
  const { error } = await response.json();
  expect(error.details.problems.map(({ field }: { field: string }) => field).sort()).toEqual(['cuont', 'option']);
  expect(error.message).toContain('option:');
});

test('a body that is not JSON is refused, no body counts as an empty object', async () => {
  const broken = { method: 'POST', body: '{"option":', headers: { 'content-type': 'application/json' } };
  expect(await codeOf(await call(echo, broken))).toEqual([400, 'bad_request']);
  const empty = route({ may: 'see', body: z.strictObject({}) }, ({ body }) => ({ body }));
  expect((await call(empty, { method: 'POST' })).status).toBe(200);
});

test('a body over the limit is refused while it is read, whatever length it claims', async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(64 * 1024).fill(32));
    },
  });
  const init = { method: 'POST', body: endless, duplex: 'half', headers: { 'content-type': 'application/json' } };
  expect(await codeOf(await call(echo, init as RequestInit & { headers: Record<string, string> }))).toEqual([
    413,
    'too_large',
  ]);
  expect(pulled).toBeLessThan(32);
  expect(await codeOf(await call(echo, json({ option: 'x'.repeat(1024 * 1024) })))).toEqual([413, 'too_large']);
});

test('a form is given as it is, the same as JSON is checked', async () => {
  const either = route({ may: 'see', body: { formOrJson: z.strictObject({ option: z.string() }) } }, ({ body }) =>
    body.form ? { option: body.form.get('option') } : { json: body.json },
  );
  const form = { method: 'POST', body: 'option=yes', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expect(await (await call(either, form)).json()).toEqual({ option: 'yes' });
  expect(await (await call(either, json({ option: 'no' }))).json()).toEqual({ json: { option: 'no' } });
  expect((await call(either, json({ option: 1 }))).status).toBe(400);
});

test('an error for the user is told with its details', async () => {
  const handler = route({ may: 'see' }, () => {
    throw new AppError('gate_already_answered', 'Ada answered before you.', { details: { answer: 'yes' } });
  });
  const response = await call(handler);
  expect(response.status).toBe(409);
  expect(await response.json()).toEqual({
    error: { code: 'gate_already_answered', message: 'Ada answered before you.', details: { answer: 'yes' } },
  });
});

test('a bug is logged under a reference; the answer has the reference and nothing else, the log no gate token', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const error of [
    new Error('secret path /data'),
    new AppError('internal', 'secret path /data', { kind: 'bug' }),
  ]) {
    const handler = route({ may: 'anyone' }, () => {
      throw error;
    });
    const response = await handler(new Request('http://localhost:3000/g/the-token/a/1', { headers: own }), context);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain('secret');
    const { reference } = JSON.parse(text).error.details;
    expect(log.mock.lastCall?.[0]).toBe(`[${reference}] GET /g/…/a/1`);
  }
});

test('reading needs no origin but does need to be signed in', async () => {
  const handler = route({ may: 'see', query: { q: whole() } }, ({ query }) => query);
  expect(await (await call(handler, { headers: { origin: 'http://evil.example' } })).json()).toEqual({ q: 1 });
  expect((await call(handler, { headers: { authorization: '' } })).status).toBe(401);
});

test('an address without variable parts has none', async () => {
  const handler = route({ may: 'see' }, ({ actor }) => ({ by: actor.name }));
  const headers = { host: 'localhost:3000', authorization: `Bearer ${scratchToken}` };
  expect((await handler(new Request('http://localhost:3000/api/x', { headers }), {})).status).toBe(200);
});
