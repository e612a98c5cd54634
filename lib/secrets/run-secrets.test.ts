import { expect, test } from 'vitest';
import { createRunSecrets, newMarker, noSecrets, withoutSecrets } from './run-secrets.ts';

const marker = newMarker('key');
const value = 'correct horse battery';
const secrets = createRunSecrets([{ name: 'key', marker, value }]);

test('a marker names its secret and cannot be guessed', () => {
  expect(marker).toMatch(/^\[secret key [0-9a-f]{16}\]$/);
  expect(newMarker('key')).not.toBe(marker);
});

test('revealing puts the value in place of its marker, anywhere in the data', () => {
  expect(secrets.reveal({ argv: ['curl', `Bearer ${marker}`], env: { A: marker, B: 1 } })).toEqual({
    argv: ['curl', `Bearer ${value}`],
    env: { A: value, B: 1 },
  });
  expect(secrets.reveal('$& [secret key]')).toBe('$& [secret key]');
});

test('redacting takes the value out of texts and keys and leaves the markers; clearing takes those out too', () => {
  const data = { [value]: [`a ${value} b`, encodeURIComponent(value), 7, null, true], marker };
  expect(secrets.redact(data)).toEqual({ '[secret key]': ['a [secret key] b', '[secret key]', 7, null, true], marker });
  expect(secrets.clear(data)).toMatchObject({ marker: '[secret key]' });
});

test('redacting again changes nothing, even when the value is a part of what stands in its place', () => {
  const own = newMarker('word');
  const awkward = createRunSecrets([{ name: 'word', marker: own, value: 'secret' }]);
  const once = awkward.redact(`${own} has secret secrets`);
  expect(once).toBe(`${own} has [secret word] [secret word]s`);
  expect(awkward.redact(once)).toBe(once);
  expect(awkward.reveal(once)).toBe('secret has [secret word] [secret word]s');
});

test('a short value does not destroy times, ids and hashes that happen to contain it', () => {
  const pin = createRunSecrets([{ name: 'pin', marker: newMarker('pin'), value: '2026' }]);
  const machine = ['2026-11-16T06:45:14.000Z', 'a2026aaaaaaaaaaaa', '2026'.repeat(16)];
  expect(pin.redact([...machine, 'it is 2026', '2026'])).toEqual([...machine, 'it is [secret pin]', '[secret pin]']);
});

test('a long hexadecimal value is found inside of a longer one, and as a number', () => {
  const hex = createRunSecrets([{ name: 'k', marker: newMarker('k'), value: '0123456789abcdef' }]);
  expect(hex.redact(`${'0123456789abcdef'.repeat(4)}`)).not.toContain('0123456789abcdef');
  const digits = createRunSecrets([{ name: 'k', marker: newMarker('k'), value: '48151623' }]);
  expect(digits.redact({ n: 48151623, m: 48151624 })).toEqual({ n: '[secret k]', m: 48151624 });
});

test('bytes go through unharmed but for the secret, wherever they are cut', async () => {
  const noise = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));
  const bytes = Buffer.concat([noise, Buffer.from(value), noise]);
  for (const size of [1, 7, 1030, 5000]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const redactor = secrets.byteRedactor();
    if (!redactor) throw new Error('there is something to look for');
    const out = Buffer.concat(await Array.fromAsync(withoutSecrets(chunks, redactor)));
    expect(out.equals(Buffer.concat([noise, Buffer.from('[secret key]'), noise]))).toBe(true);
  }
});

test('a value that can no longer be read fails where it is used, and only there', () => {
  const lost = createRunSecrets([{ name: 'key', marker, value: null }]);
  expect(lost.reveal(['plain'])).toEqual(['plain']);
  expect(lost.redact(marker)).toBe(marker);
  expect(() => lost.reveal([marker])).toThrow('The secret "key" can no longer be read');
});

test('a run without secrets gets its data back as they are', () => {
  const data = { a: [1] };
  expect(noSecrets.redact(data)).toBe(data);
  expect(createRunSecrets([])).toBe(noSecrets);
});

test('what arrives in pieces carries no marker either, wherever it is cut', () => {
  const text = `before ${marker} ${value} after`;
  for (const size of [1, 5, 100]) {
    const pieces = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    const [texts, bytes] = [secrets.textRedactor(), secrets.byteRedactor()];
    if (!texts || !bytes) throw new Error('there is something to look for');
    const clean = 'before [secret key] [secret key] after';
    expect(pieces.map((one) => texts.push(one)).join('') + texts.rest()).toBe(clean);
    const chunks = [...pieces.map((one) => bytes.push(Buffer.from(one))), bytes.rest()];
    expect(Buffer.concat(chunks).toString()).toBe(clean);
  }
});
