import { expect, test } from 'vitest';
import { actWords, wayWords } from './act-words.ts';

test('an act without words of its own is told by its name', () => {
  expect(actWords('gate.answered')).toBe('answered a gate');
  expect(actWords('run.started')).toBe('started a run');
  expect(actWords('mail_box.cleared_out')).toBe('cleared out a mail box');
});

test('a way in is told in words, and an unknown one as it is called', () => {
  expect([wayWords('session'), wayWords('link:7f'), wayWords('passkey')]).toEqual([
    'signed in',
    'gate link',
    'passkey',
  ]);
});
