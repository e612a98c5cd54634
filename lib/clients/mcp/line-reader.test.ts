import { expect, test } from 'vitest';
import { createLineReader } from './line-reader.ts';

function read(limit: number, ...chunks: string[]) {
  const lines: string[] = [];
  let refusals = 0;
  const reader = createLineReader(
    limit,
    (line) => lines.push(line),
    () => (refusals += 1),
  );
  for (const chunk of chunks) reader.push(Buffer.from(chunk, 'latin1'));
  return { lines, refusals };
}

test('lines are whole however the bytes arrive', () => {
  expect(read(100, 'on', 'e\ntwo\nth', 'ree', '\n', 'unfinished').lines).toEqual(['one', 'two', 'three']);
});

test('a character split between chunks stays whole', () => {
  expect(read(100, '\xe2\x82', '\xac\n').lines).toEqual(['€']);
});

test('the limit is for each line, not for all of them', () => {
  expect(read(5, '12345\n12345\n', '12345\n')).toEqual({ lines: ['12345', '12345', '12345'], refusals: 0 });
});

test('nothing is read from a line that is too long, nor after it', () => {
  expect(read(5, 'ok\n123', '456', '\nlater\n')).toEqual({ lines: ['ok'], refusals: 1 });
});
