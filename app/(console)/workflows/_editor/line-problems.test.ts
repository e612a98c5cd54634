import { expect, test } from 'vitest';
import { indentAt, lineProblems, offsetOf } from './line-problems.ts';
import type { Problem } from './workflow-calls.ts';

const problem = (rest: Partial<Problem>): Problem => ({
  ...{ severity: 'error', code: 'x', line: 1, column: 1, path: '', message: 'wrong' },
  ...rest,
});

test('the problems of a line are told in one row, errors first, each with its suggestion', () => {
  expect(
    lineProblems([
      problem({ line: 4, severity: 'warning', message: 'odd' }),
      problem({ line: 4, message: 'unknown "smoek"', suggestion: 'did you mean "smoke"?' }),
      problem({ line: 9, severity: 'warning', message: 'late' }),
    ]),
  ).toEqual([
    { line: 4, severity: 'error', words: 'unknown "smoek"; did you mean "smoke"? · odd' },
    { line: 9, severity: 'warning', words: 'late' },
  ]);
});

test('a place is found in the text, and one beyond its end is its end', () => {
  expect(offsetOf('a: 1\nbc: 2\n', { line: 2, column: 3 })).toBe(7);
  expect(offsetOf('a: 1\nbc: 2\n', { line: 1, column: 99 })).toBe(4);
  expect(offsetOf('a: 1', { line: 7, column: 1 })).toBe(4);
});

test('Enter repeats the spaces before the caret, and never more of them than stand there', () => {
  expect(indentAt('a:\n    b: 1', 11)).toBe('    ');
  expect(indentAt('a:\n    b: 1', 5)).toBe('  ');
  expect(indentAt('a:', 2)).toBe('');
});
