import { expect, test } from 'vitest';
import { isTooDeep } from './is-too-deep.ts';

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

test('two hundred levels are enough for anything; what could exhaust the stack is found without using it', () => {
  expect(isTooDeep(nested(200))).toBe(false);
  expect(isTooDeep({ a: [{ b: nested(200) }] })).toBe(true);
  expect(isTooDeep(nested(500_000))).toBe(true);
  expect([null, 'text', 7, undefined, {}, []].some(isTooDeep)).toBe(false);
});
