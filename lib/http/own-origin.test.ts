import { expect, test } from 'vitest';
import { checkHost, checkOrigin } from './own-origin.ts';

const publicUrl = 'https://gatehouse.example.org';
const headers = (given: Record<string, string>) => new Headers(given);

test.each([
  'localhost',
  'localhost:3000',
  'LOCALHOST:3000',
  '127.0.0.1:4100',
  '127.8.9.1',
  '[::1]:3000',
  'app.localhost:3000',
])('the loopback host %s is ours', (host) => expect(checkHost(headers({ host }), null)).toBe(host.toLowerCase()));

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.nip.io',
  'localhost@evil.example',
  'evil.example#localhost',
  '192.168.1.5:3000',
  '[::2]',
  '0.0.0.0:3000',
  '2130706433',
  'localhost:3000, evil.example',
  '',
])('the host "%s" is not ours', (host) => {
  expect(() => checkHost(headers({ host }), null)).toThrow(expect.objectContaining({ code: 'wrong_host' }));
});

test('the host of GATEHOUSE_URL is ours, with its own port only', () => {
  expect(checkHost(headers({ host: 'gatehouse.example.org' }), publicUrl)).toBe('gatehouse.example.org');
  expect(() => checkHost(headers({ host: 'gatehouse.example.org:8080' }), publicUrl)).toThrow();
});

test('forwarded hosts are never believed', () => {
  expect(() => checkHost(headers({ host: 'evil.example', 'x-forwarded-host': 'localhost' }), null)).toThrow();
});

const host = 'localhost:3000';
const ours = ['http://localhost:3000', 'https://localhost:3000', publicUrl];
const foreign = [
  'null',
  '',
  'http://evil.example',
  'http://localhost:3001',
  'http://localhost',
  'http://127.0.0.1:3000',
  'http://localhost:3000.evil.example',
  'http://localhost:3000/',
  'HTTP://LOCALHOST:3000',
];

test.each(ours)('a change from our own page at %s passes', (origin) => {
  expect(() => checkOrigin(headers({ origin }), host, publicUrl)).not.toThrow();
});

test.each(foreign)('a change from "%s" is refused, with and without a token', (origin) => {
  const helps: Record<string, string>[] = [{}, { authorization: 'Bearer x' }, { 'sec-fetch-site': 'same-origin' }];
  for (const more of helps) {
    expect(() => checkOrigin(headers({ origin, ...more }), host, null)).toThrow(
      expect.objectContaining({ code: 'wrong_origin' }),
    );
  }
});

test('F16 a change that names no origin needs a right token or the browser’s word that it is same-origin', () => {
  expect(() => checkOrigin(headers({}), host, null, { via: 'token' })).not.toThrow();
  expect(() => checkOrigin(headers({}), host, null, { via: 'session' })).toThrow();
  expect(() => checkOrigin(headers({ authorization: 'Bearer x' }), host, null)).toThrow();
  expect(() => checkOrigin(headers({ 'sec-fetch-site': 'same-origin' }), host, null)).not.toThrow();
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect(() => checkOrigin(headers({ 'sec-fetch-site': site }), host, null)).toThrow();
  }
  expect(() => checkOrigin(headers({}), host, null)).toThrow();
});
