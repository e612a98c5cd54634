import { expect, test } from 'vitest';
import type { RunEvent } from '../events.ts';
import { latestOutput, moreWasPrinted } from './latest-output.ts';

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
    { stream: 'stdout', text: 'one two', part: 'all' },
    { stream: 'stderr', text: 'bad', part: 'all' },
  ]);
});

test('a text whose beginning the page does not have is called cut', () => {
  expect(latestOutput([output(9, 1, 'stdout', 500, 'end')], 'a')[0]?.part).toBe('end');
});

test('a node that printed nothing has no streams', () => {
  expect(latestOutput([output(1, 1, 'stdout', 0, 'x')], 'b')).toEqual([]);
});

test('U3 what a model says after an approval stands below what it said before, each message on its own', () => {
  const message = (seq: number, offset: number, text: string) =>
    ({
      seq,
      at: '',
      type: 'output',
      node: 'a',
      visit: 1,
      attempt: 1,
      data: { stream: 'message', text, offset },
    }) as RunEvent;
  const between = (seq: number, type: 'model_call' | 'node_suspended') =>
    ({ seq, at: '', type, node: 'a', visit: 1, attempt: 1, data: {} }) as unknown as RunEvent;
  const events = [
    message(1, 0, 'I will write '),
    message(2, 13, 'it first.'),
    between(3, 'model_call'),
    message(4, 22, 'Now I look.'),
    between(5, 'node_suspended'),
    message(6, 0, 'It is '),
    message(7, 6, 'there.'),
  ];
  expect(latestOutput(events, 'a')).toEqual([
    { stream: 'message', text: 'I will write it first.\n\nNow I look.\n\nIt is there.', part: 'all' },
  ]);
});

test('U4 of an attempt that printed more than is kept the page has the beginning, and says so', () => {
  const more = { stream: 'message', text: moreWasPrinted, offset: 0 };
  const notice = { ...output(2, 1, 'stdout', 0, ''), data: more } as RunEvent;
  expect(latestOutput([output(1, 1, 'stdout', 0, 'line 1\n'), notice], 'a')).toEqual([
    { stream: 'stdout', text: 'line 1\n', part: 'beginning' },
  ]);
});
