import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadOwnerToken, ownerTokenFile } from './owner-token.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-token-'));
const file = ownerTokenFile(dataDirectory);
afterEach(() => rmSync(file, { force: true }));

test('the owner token is made once, kept for its owner only, and found again', () => {
  const token = loadOwnerToken({ ownerToken: null, dataDirectory });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(readFileSync(file, 'utf8').trim()).toBe(token);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(loadOwnerToken({ ownerToken: null, dataDirectory })).toBe(token);
});

test('GATEHOUSE_TOKEN wins and is not written anywhere', () => {
  expect(loadOwnerToken({ ownerToken: 'given-by-the-operator', dataDirectory })).toBe('given-by-the-operator');
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
});

test('an emptied token file is an error, never an empty token', () => {
  writeFileSync(file, '\n');
  expect(() => loadOwnerToken({ ownerToken: null, dataDirectory })).toThrow(/holds no usable token; delete it/);
});
