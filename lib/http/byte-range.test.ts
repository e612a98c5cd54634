import { expect, test } from 'vitest';
import { byteRange, within } from './byte-range.ts';

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=95-200', { start: 95, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', null],
  ['bytes=0-1,5-6', null],
  ['lines=1-2', null],
  [null, null],
])('%s of 100 bytes', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range);
});

test('only the bytes of the range are passed on, and nothing after them is read', async () => {
  const read: number[] = [];
  async function* chunks() {
    for (let at = 0; at < 100; at += 10) {
      read.push(at);
      yield Uint8Array.from({ length: 10 }, (_, index) => at + index);
    }
  }
  const parts: number[] = [];
  for await (const part of within(chunks(), { start: 8, end: 21 })) parts.push(...part);
  expect(parts).toEqual(Array.from({ length: 14 }, (_, index) => 8 + index));
  expect(read).toEqual([0, 10, 20]);
});
