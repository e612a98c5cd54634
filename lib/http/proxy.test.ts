import { NextRequest } from 'next/server.js';
import { beforeAll, expect, test } from 'vitest';
import { proxy } from '../../proxy.ts';
import { bareHouse, setHouse } from '../testing/house.ts';

beforeAll(() => void setHouse(bareHouse()));

const pass = (path: string, host = 'localhost:3000') =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { headers: { host } }));
const policyOf = (response: Response) => response.headers.get('content-security-policy');

test('every page gets the headers, and each response a nonce of its own', () => {
  const nonces = ['/', '/runs/a', '/nowhere', '/g', '/g/a/b', '/apix'].map((path) => {
    const response = pass(path);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    const policy = policyOf(response) as string;
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(response.headers.get('x-middleware-request-x-nonce')).toBe(nonce);
    return nonce;
  });
  expect(new Set(nonces).size).toBe(nonces.length);
});

test('a file of the build may do nothing, whatever a browser takes it for', () => {
  const { headers } = pass('/_next/static/chunks/x.js');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test.each(['/api/health', '/api/runs/a/artifacts/b', '/g/token', '/g/token/a/b', '/sign-in', '/sign-out'])(
  'the handler of %s sets its own policy',
  (path) => {
    expect(policyOf(pass(path))).toBeNull();
    expect(pass(path).headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test('pages learn their own address, also when a request claims another', () => {
  const headers = { host: 'localhost:3000', 'x-gatehouse-path': '/evil' };
  const response = proxy(new NextRequest('http://localhost:3000/runs?status=failed', { headers }));
  expect(response.headers.get('x-middleware-request-x-gatehouse-path')).toBe('/runs?status=failed');
});

test('a foreign host gets nothing', () => expect(pass('/', 'evil.example').status).toBe(421));

const post = (path: string, headers: Record<string, string>) =>
  proxy(
    new NextRequest(`http://localhost:3000${path}`, {
      method: 'POST',
      headers: { host: 'localhost:3000', ...headers },
    }),
  );

test('a server action is not called from a foreign page, nor by whom no page is named', async () => {
  const refused: Record<string, string>[] = [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site' },
    {},
  ];
  for (const headers of refused) {
    const response = post('/runs/a', { ...headers, 'next-action': 'x' });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 'wrong_origin' } });
    expect(policyOf(response)).toContain("default-src 'none'");
  }
});

test('a server action is called from our own pages', () => {
  const ours: Record<string, string>[] = [{ origin: 'http://localhost:3000' }, { 'sec-fetch-site': 'same-origin' }];
  for (const headers of ours) {
    expect(post('/runs/a', headers).headers.get('x-middleware-next')).toBe('1');
  }
});
