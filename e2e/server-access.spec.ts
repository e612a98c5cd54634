// Who is let in, and what every response carries: asked from outside, at every address there is.
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { GatehouseConsole } from './fixtures/console.ts';
import { createLink, openGate, readRun, startRun } from './fixtures/runs.ts';
import { token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

const api = fileURLToPath(new URL('../app/api', import.meta.url));
const routes = readdirSync(api, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('route.ts'))
  .map((file) => `/api/${file.slice(0, -'/route.ts'.length)}`);

type Reply = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** fetch does not let anybody choose Host or Origin. */
function send(gatehouse: GatehouseConsole, method: string, path: string, headers = {}, body = ''): Promise<Reply> {
  const { hostname, port } = new URL(gatehouse.address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Their address is the permission, or they only say whether all is well. */
const open = new Set(['/api/health', '/api/ready', '/api/callbacks/[token]']);

test('no address of the API answers without a token, except how it is and the reports of commands', async ({
  gatehouse,
}) => {
  expect(routes.length).toBeGreaterThan(12);
  const runId = await startRun(gatehouse, 'two-questions');
  const gate = await openGate(gatehouse, runId, 'first');
  const real: Record<string, string> = { runId, gateId: gate.id, verb: 'cancel', name: 'hello-gates' };
  const origin = gatehouse.address;
  for (const route of routes.filter((each) => !open.has(each))) {
    const path = route.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name) => real[name] ?? 'x');
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      for (const headers of [{ origin }, { origin, authorization: 'Bearer a-token-of-somebody-else' }]) {
        const { status, body } = await send(gatehouse, method, path, headers);
        expect([401, 403, 404, 405], `${method} ${path}: ${status} ${body}`).toContain(status);
        expect(body).not.toContain('first thing');
      }
    }
  }
  for (const path of ['/api/health', '/api/ready']) {
    expect(await send(gatehouse, 'GET', path)).toMatchObject({ status: 200, body: '{"ok":true}' });
  }
  const json = { 'content-type': 'application/json' };
  const guess = await send(gatehouse, 'POST', `/api/callbacks/${'x'.repeat(43)}`, json, '{"exit_code":0}');
  expect(guess.status).toBe(404);
  expect((await readRun(gatehouse, runId)).gates).toEqual([gate]);
});

test('pages send a visitor without a session to the sign-in page and say nothing else', async ({ gatehouse }) => {
  const runId = await startRun(gatehouse, 'two-questions');
  for (const path of ['/', '/runs', `/runs/${runId}`, '/gates', '/workflows', '/workflows/hello-gates', '/settings']) {
    const { status, headers, body } = await send(gatehouse, 'GET', path);
    expect([303, 307], path).toContain(status);
    expect(headers.location, path).toMatch(/^(\/sign-in|\/runs$)/);
    expect(body).not.toMatch(/Two questions|Hello gates/);
  }
});

test('the icon that browsers ask for by themselves is there for everybody', async ({ gatehouse }) => {
  const { status, headers, body } = await send(gatehouse, 'GET', '/favicon.ico');
  expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(body).toContain('<svg');
});

test('a state change from a foreign page or under a foreign name is refused', async ({ gatehouse }) => {
  const runId = await startRun(gatehouse, 'two-questions');
  const gate = await openGate(gatehouse, runId, 'first');
  const link = new URL(await createLink(gatehouse, gate)).pathname;
  const host = new URL(gatehouse.address).host;
  const signIn = await send(
    gatehouse,
    'POST',
    '/sign-in',
    { origin: gatehouse.address, 'content-type': 'application/x-www-form-urlencoded' },
    `token=${token}`,
  );
  const cookie = String(signIn.headers['set-cookie']).split(';', 1)[0];
  expect(String(signIn.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);

  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://evil.example:${new URL(gatehouse.address).port}` },
    { origin: `${gatehouse.address}.evil.example` },
    { origin: 'http://localhost:1' },
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { host: 'evil.example', origin: 'http://evil.example' },
    { host: `${host}.evil.example`, origin: gatehouse.address },
    { host: 'evil.example', 'x-forwarded-host': host, origin: gatehouse.address },
  ];
  const changes: [string, string, string, string][] = [
    ['POST', '/api/runs', 'application/json', '{"workflow":"two-questions"}'],
    ['POST', `/api/runs/${runId}/gates/${gate.id}`, 'application/json', '{"option":"yes"}'],
    ['POST', `/api/runs/${runId}/gates/${gate.id}`, 'application/x-www-form-urlencoded', 'option=yes'],
    ['POST', `/api/runs/${runId}/cancel`, 'application/json', '{}'],
    ['POST', link, 'application/x-www-form-urlencoded', 'option=yes&name=Ines'],
    ['POST', '/sign-out', 'application/x-www-form-urlencoded', ''],
    ['POST', `/runs/${runId}`, 'text/plain;charset=UTF-8', '[]'],
  ];
  for (const headers of foreign) {
    for (const [method, path, type, body] of changes) {
      const sent = { ...headers, cookie, 'content-type': type, 'next-action': 'any' };
      const reply = await send(gatehouse, method, path, sent, body);
      expect([403, 421], `${method} ${path} with ${JSON.stringify(headers)}`).toContain(reply.status);
    }
  }
  expect((await readRun(gatehouse, runId)).gates).toEqual([gate]);
  const runs = await gatehouse.api<{ runs: object[] }>('GET', '/api/runs');
  expect(runs.body.runs).toHaveLength(1);
  const own = { cookie, origin: gatehouse.address, 'content-type': 'application/json' };
  expect((await send(gatehouse, 'POST', `/api/runs/${runId}/gates/${gate.id}`, own, '{"option":"yes"}')).status).toBe(
    200,
  );
});

test('every response carries the security headers, and every page a nonce of its own', async ({ gatehouse }) => {
  const runId = await startRun(gatehouse, 'hello-gates');
  const gate = await openGate(gatehouse, runId, 'review');
  const link = new URL(await createLink(gatehouse, gate)).pathname;
  const authorization = `Bearer ${token}`;
  const signIn = { origin: gatehouse.address, 'content-type': 'application/x-www-form-urlencoded' };
  const session = await send(gatehouse, 'POST', '/sign-in', signIn, `token=${token}`);
  const cookie = String(session.headers['set-cookie']).split(';', 1)[0];
  const page = await send(gatehouse, 'GET', `/runs/${runId}`, { cookie });
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(page.body)?.[1] as string;
  const artifact = gate.show.find((shown) => shown.artifact)?.artifact;

  const get = (path: string, headers = {}) => send(gatehouse, 'GET', path, headers);
  const replies: Record<string, Reply> = {
    page,
    'sign-in page': await get('/sign-in'),
    redirect: await get('/runs'),
    'missing page': await get('/nowhere', { cookie }),
    'missing run': await get('/runs/nothing', { cookie }),
    'gate link': await get(link),
    'gate link artifact': await get(`${link}/a/${artifact}`),
    'unknown gate link': await get('/g/unknown'),
    script: await get(script),
    icon: await get(/href="(\/icon\.svg[^"]*)"/.exec(page.body)?.[1] ?? '/icon.svg'),
    api: await get('/api/runs', { authorization }),
    'api without a token': await get('/api/runs'),
    'unknown api': await get('/api/nothing', { authorization }),
    artifact: await get(`/api/runs/${runId}/artifacts/${artifact}?inline=1`, { authorization }),
    bundle: await get(`/api/runs/${runId}/bundle`, { authorization }),
    'foreign host': await get('/runs', { host: 'evil.example' }),
    'a method that a handler does not have': await send(gatehouse, 'DELETE', '/api/health', { authorization }),
    options: await send(gatehouse, 'OPTIONS', '/api/runs', { authorization }),
  };
  for (const [name, { headers }] of Object.entries(replies)) {
    expect.soft(headers, name).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect.soft(headers, name).not.toHaveProperty('x-powered-by');
    expect.soft(headers['content-security-policy'], name).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
  }
  expect(replies['missing page']?.status).toBe(404);
  expect(replies['gate link']?.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(replies.artifact?.headers['content-security-policy']).toContain('sandbox');

  const nonceOf = ({ headers }: Reply) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  const nonces = [page, await get(`/runs/${runId}`, { cookie }), replies['missing page'] as Reply].map(nonceOf);
  expect(new Set(nonces).size).toBe(3);
  const scripts = page.body.match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((tag) => !tag.includes(`nonce="${nonces[0]}"`))).toEqual([]);
});
