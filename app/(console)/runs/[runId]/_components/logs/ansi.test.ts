import { expect, test } from 'vitest';
import { ansiPieces } from './ansi.ts';

const shown = (line: string) => ansiPieces(line).map(({ text, look }) => [text, look.colour, look.isBold] as const);

test('colours and weight are told by piece, until they are taken back', () => {
  expect(shown('a \u001b[1;31mred\u001b[0m b')).toEqual([
    ['a ', null, false],
    ['red', 'red', true],
    [' b', null, false],
  ]);
  expect(shown('\u001b[38;5;2mgreen\u001b[39m, \u001b[94mblue')).toEqual([
    ['green', 'green', false],
    [', ', null, false],
    ['blue', 'blue', false],
  ]);
  expect(shown('\u001b[38;2;255;0;0mtrue\u001b[1m bold')).toEqual([
    ['true', null, false],
    [' bold', null, true],
  ]);
});

test('what moves the cursor or talks to a terminal is gone, and of what was written over the last writing stays', () => {
  expect(shown('\u001b[2K\u001b[1Gdone \u001b]8;;http://x\u0007link\u001b]8;;\u0007')).toEqual([
    ['done ', null, false],
    ['link', null, false],
  ]);
  expect(shown('10 %\r50 %\r100 %\r')).toEqual([['100 %', null, false]]);
});
