import { expect, test } from 'vitest';
import { hexLines } from './hex-lines.ts';

test('bytes stand in lines of sixteen, with their place and what can be read of them', () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('PK\x03\x04 and so on, further'), 255]);
  expect(hexLines(bytes, 0x20)).toEqual([
    { offset: '00000020', bytes: '50 4b 03 04 20 61 6e 64  20 73 6f 20 6f 6e 2c 20', text: 'PK.. and so on, ' },
    { offset: '00000030', bytes: '66 75 72 74 68 65 72 ff                         ', text: 'further.' },
  ]);
  expect(hexLines(new Uint8Array())).toEqual([]);
});
