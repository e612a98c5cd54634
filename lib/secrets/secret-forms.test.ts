import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { formsOf } from './secret-forms.ts';

const odd = 'pa"ss/w+rd \\ é&=%~(x)';
const quoted = `it's "é€" \\ 😀`;
const utf8 = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } } as const;
const python = (script: string, value: string) => execFileSync('python3', ['-c', `import sys; ${script}`, value], utf8);
const isFound = (value: string, text: string) => formsOf(value).some((form) => text.includes(form));

test.each<[string, (value: string) => string]>([
  ['as it is', (value) => `key=${value};`],
  ['in JSON', (value) => JSON.stringify({ a: value })],
  ['in JSON inside JSON', (value) => JSON.stringify({ a: JSON.stringify({ b: value }) })],
  ['in JSON of plain characters', (value) => JSON.stringify(value).replace('é', '\\u00e9')],
  ['in an address', (value) => `https://x/?k=${encodeURIComponent(value)}`],
  [
    'in an address with small letters',
    (value) => encodeURIComponent(value).replace(/%../g, (one) => one.toLowerCase()),
  ],
  ['in a form', (value) => new URLSearchParams({ k: value }).toString()],
  ['in a page', (value) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
  ['in hexadecimal', (value) => Buffer.from(value).toString('hex')],
])('a secret is found %s', (_, print) => {
  expect(isFound(odd, print(odd))).toBe(true);
  expect(isFound('plain-word-123', print('plain-word-123'))).toBe(true);
});

test('base64 is found whatever stands before and behind it, in both alphabets', () => {
  for (const value of ['abcd', odd, 'ÿþýüûú', 'a long value '.repeat(12)]) {
    for (const before of ['', 'u', 'us', 'user:']) {
      for (const behind of ['', '!', '!!', ' and more']) {
        const bytes = Buffer.from(before + value + behind);
        expect(isFound(value, bytes.toString('base64'))).toBe(true);
        expect(isFound(value, bytes.toString('base64url'))).toBe(true);
      }
    }
  }
});

test('base64 that is wrapped into lines is found line by line', () => {
  const value = 'a key that is too long for one line of base64 '.repeat(4).trim();
  for (const width of [64, 76]) {
    const lines =
      Buffer.from(value)
        .toString('base64')
        .match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(0, -1)) expect(isFound(value, line)).toBe(true);
  }
});

test('a key of many lines is found when only one of them is printed, and without its last line break', () => {
  const key = '-----BEGIN KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END KEY-----\n';
  expect(isFound(key, '    MIIEvQIBADANBgkq')).toBe(true);
  expect(isFound('token-of-a-file\n', 'token-of-a-file')).toBe(true);
});

const asciiJson = (text: string) =>
  JSON.stringify(text).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

test.each<[string, (value: string) => string]>([
  ['quoted for a shell', (value) => `'${value.replaceAll("'", "'\\''")}'`],
  ['quoted for a shell by Python', (value) => `'${value.replaceAll("'", `'"'"'`)}'`],
  ['by printf %q', (value) => execFileSync('bash', ['-c', 'printf %q "$1"', 'bash', value], utf8)],
  ['by repr', (value) => python('print(repr(sys.argv[1]))', value)],
  ['by ascii', (value) => python('print(ascii(sys.argv[1]))', value)],
  ['by repr of bytes', (value) => python('print(sys.argv[1].encode())', value)],
  ['encoded twice in an address', (value) => encodeURIComponent(encodeURIComponent(value))],
  ['in a form inside of an address', (value) => encodeURIComponent(new URLSearchParams({ k: value }).toString())],
  ['in JSON of plain characters inside JSON', (value) => asciiJson(asciiJson(value))],
  ['in JSON inside JSON of plain characters', (value) => asciiJson(JSON.stringify(value))],
])('F11 a secret is found %s', (_, print) => {
  for (const value of [odd, quoted, "it's mine", 'plain-word-123', 'ÿþýü']) {
    expect(isFound(value, print(value)), print(value)).toBe(true);
  }
});
