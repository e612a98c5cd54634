import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openValues, sealValues } from './sealed-values.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'gatehouse-seal-'));
});
afterEach(() => rmSync(data, { recursive: true }));

const values = { key: 'the value' };

test('what was sealed for a run is opened for that run, and only with the key of the data directory', () => {
  const sealed = sealValues(data, 'r1', values);
  expect(openValues(data, 'r1', sealed)).toEqual(values);
  expect(openValues(data, 'r2', sealed)).toBeNull();
  writeFileSync(join(data, 'secret.key'), Buffer.alloc(32));
  expect(openValues(data, 'r1', sealed)).toBeNull();
  rmSync(join(data, 'secret.key'));
  expect(openValues(data, 'r1', sealed)).toBeNull();
});

test('the same values are sealed differently each time, and a changed byte is noticed', () => {
  const sealed = sealValues(data, 'r1', values);
  expect(sealValues(data, 'r1', values)).not.toBe(sealed);
  expect(sealed).not.toContain(Buffer.from('the value').toString('base64').slice(0, 8));
  const bytes = Buffer.from(sealed.slice(2), 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
  expect(openValues(data, 'r1', `1.${bytes.toString('base64')}`)).toBeNull();
  expect(openValues(data, 'r1', '1.')).toBeNull();
});

test('the key is made once, with 32 bytes that only its owner may read, and nothing beside it', () => {
  sealValues(data, 'r1', values);
  const key = readFileSync(join(data, 'secret.key'));
  expect(key).toHaveLength(32);
  expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600);
  sealValues(data, 'r2', values);
  expect(readFileSync(join(data, 'secret.key')).equals(key)).toBe(true);
  expect(readdirSync(data)).toEqual(['secret.key']);
});

test('a key file that holds something else is told, not replaced', () => {
  writeFileSync(join(data, 'secret.key'), 'short');
  expect(() => sealValues(data, 'r1', values)).toThrow('does not hold 32 bytes');
  expect(readFileSync(join(data, 'secret.key'), 'utf8')).toBe('short');
});
