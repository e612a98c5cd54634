import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatOf, qrCode, remainder } from './qr-code.ts';

const drawn = (text: string) => qrCode(text)?.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')) ?? [];
const hashed = (text: string) => createHash('sha256').update(drawn(text).join('\n')).digest('hex');

test('the correction of the standard’s worked example is what it says', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(remainder(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test('the format of level M is that of the standard’s table', () => {
  const table = ['101010000010010', '101000100100101', '101111001111100', '101101101001011'];
  expect([0, 1, 2, 3].map((mask) => formatOf(mask).toString(2))).toEqual(table);
});

test.each([
  [
    5,
    37,
    `http://localhost:3000/g/${'A'.repeat(43)}`,
    'd5ed8144d74a825b58c3ccef09b206b7df7728e9bdfc366b55b01d92a333c368',
  ],
  [7, 45, 'x'.repeat(110), '3ac2e800e192685e1568549741ed1d3db734402f749d75b40b1c7d08130b518c'],
  [19, 93, 'x'.repeat(600), '2fdc07aa54d94f3448e8e10a7786071542bc931eee5d227d87c3da8f21a4efe0'],
])('version %i is drawn as another encoder draws it, square by square', (_, size, text, hash) => {
  expect(drawn(text)).toHaveLength(size);
  expect(hashed(text)).toBe(hash);
});

test('three corners have a finder, whatever the text is', () => {
  const rows = drawn('https://gatehouse.example.org/g/abc');
  const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder);
  expect(rows.slice(0, 7).map((row) => row.slice(-7))).toEqual(finder);
  expect(rows.slice(-7).map((row) => row.slice(0, 7))).toEqual(finder);
});

test('the smallest that holds the text is taken, and what none holds has no picture', () => {
  expect(drawn('x'.repeat(14))).toHaveLength(21);
  expect(drawn('x'.repeat(15))).toHaveLength(25);
  expect(drawn('x'.repeat(666))).toHaveLength(97);
  expect(qrCode('x'.repeat(667))).toBeNull();
});
