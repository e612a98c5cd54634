import { expect, test } from 'vitest';
import { isLogWord } from './log-words.ts';

test.each(['completed', 'node_started', 'exit_code', 'majority', 'retry', 'mark_done', 'arriving', 'started_b'])(
  'the log is made of %s',
  (word) => {
    expect(isLogWord(word)).toBe(true);
  },
);

test.each(['hunter2', '1234', '9007', 'password', 'correct horse', 'https'])('%s is no word of a log', (word) => {
  expect(isLogWord(word)).toBe(false);
});
