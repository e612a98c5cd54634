import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from './sha256.ts';

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
])('the published example %j has the published hash', (text, hash) => {
  expect(sha256(text)).toBe(hash);
});

it('text is hashed as UTF-8, whatever it contains and however long it is', () => {
  for (const text of ['Grüße, 世界 🌍', 'a\u0000b', 'half a pair \ud83c', 'line\n'.repeat(50_000)]) {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});
