import { expect, test } from 'vitest';
import type { RunEvent } from '../events.ts';
import { latestOutput } from './latest-output.ts';

const output = (seq: number, attempt: number, stream: 'stdout' | 'stderr', offset: number, text: string) =>
  ({ seq, at: '', type: 'output', node: 'a', visit: 1, attempt, data: { stream, text, offset } }) as RunEvent;

test('the newest attempt is put together in order, each stream on its own', () => {
  const events = [
    output(1, 1, 'stdout', 0, 'old'),
    output(2, 2, 'stdout', 0, 'one '),
    output(3, 2, 'stderr', 0, 'bad'),
    output(4, 2, 'stdout', 4, 'two'),
  ];
  expect(latestOutput(events, 'a')).toEqual([
    { stream: 'stdout', text: 'one two', isCut: false },
    { stream: 'stderr', text: 'bad', isCut: false },
  ]);
});

test('a text whose beginning the page does not have is called cut', () => {
  expect(latestOutput([output(9, 1, 'stdout', 500, 'end')], 'a')[0]?.isCut).toBe(true);
});

test('a node that printed nothing has no streams', () => {
  expect(latestOutput([output(1, 1, 'stdout', 0, 'x')], 'b')).toEqual([]);
});
