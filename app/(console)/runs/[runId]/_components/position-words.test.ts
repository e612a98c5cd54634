import { expect, test } from 'vitest';
import { positionWords } from './position-words.ts';

test('a position is read as the forks it went through, each with its branch', () => {
  expect(positionWords('main/measure.1:0')).toBe('measure 0');
  expect(positionWords('main/checks.2:left/each_part.14:7')).toBe('checks left › each_part 7');
});
