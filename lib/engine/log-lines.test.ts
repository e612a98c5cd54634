import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bytes, emptyIndex, findLines, growIndex, lineCount, readLines } from './log-lines.ts';

let folder: string;
let file: string;
let handle: FileHandle;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-log-'));
  file = join(folder, 'stdout.log');
  writeFileSync(file, '');
  handle = await open(file, 'r');
});
afterEach(async () => {
  await handle.close();
  rmSync(folder, { recursive: true });
});

const bytes: Bytes = async (position, length) => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
};
const grow = async (index = emptyIndex()) => growIndex(bytes, index, (await handle.stat()).size);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index} ä`);

test('a line is found by its number wherever it is, across the chunks that a file is read in', async () => {
  writeFileSync(file, `${numbered(1, 120_000).join('\n')}\n`);
  const index = await grow();
  expect(lineCount(index)).toBe(120_000);
  for (const from of [1, 500, 501, 77_777, 119_998])
    expect(await readLines(bytes, index, from, 3)).toEqual(numbered(from, from + 2));
  expect(await readLines(bytes, index, 119_999, 10)).toEqual(numbered(119_999, 120_000));
  expect(await readLines(bytes, index, 120_001, 10)).toEqual([]);
});

test('what was printed since is taken in; a line that has not ended counts and goes on', async () => {
  writeFileSync(file, 'one\ntw');
  const first = await grow();
  expect([lineCount(first), await readLines(bytes, first, 1, 9)]).toEqual([2, ['one', 'tw']]);
  appendFileSync(file, `o\n${numbered(3, 1200).join('\n')}`);
  const second = await grow(first);
  expect(lineCount(second)).toBe(1200);
  expect(await readLines(bytes, second, 1, 3)).toEqual(['one', 'two', 'line 3 ä']);
  expect(await readLines(bytes, second, 1200, 3)).toEqual(['line 1200 ä']);
  expect(first.marks).toEqual([0]);
  truncateSync(file, 3);
  expect(lineCount(await grow(second))).toBe(1);
});

test('a line without an end is cut and says so, and costs no more than any other', async () => {
  writeFileSync(file, `${'x'.repeat(3_000_000)}\nend\n`);
  const [long, end] = await readLines(bytes, await grow(), 1, 2);
  expect(long).toMatch(/^x{16384} … 2,983,616 more characters$/);
  expect(end).toBe('end');
});

test('a search tells every line that says it, whatever the case, and how many there are', async () => {
  writeFileSync(file, `${numbered(1, 3000).join('\n')}\nFATAL: no more\n`);
  const index = await grow();
  expect(await findLines(bytes, index, 'fatal', 10)).toEqual({ matches: [3001], count: 1 });
  expect(await findLines(bytes, index, 'LINE 1', 3)).toEqual({ matches: [1997, 1998, 1999], count: 1111 });
  expect(await findLines(bytes, index, 'fatal', 10, AbortSignal.abort())).toEqual({ matches: [], count: 0 });
});
