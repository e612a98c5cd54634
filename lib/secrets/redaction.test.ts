import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const words = [
  { text: 'abcd', as: '<1>' },
  { text: 'abcdefgh', as: '<2>' },
  { text: 'cdef', as: '<3>' },
  { text: 'aabaab', as: '<4>' },
];

test('the word that begins first is replaced, and the longest of those that begin there', () => {
  const { redact } = createRedaction(words);
  expect(redact('abcd')).toBe('<1>');
  expect(redact('abcdefg')).toBe('<1>efg');
  expect(redact('xabcdefghx')).toBe('x<2>x');
  expect(redact('bcdef')).toBe('b<3>');
  expect(redact('abcdabcd cdef')).toBe('<1><1> <3>');
  expect(redact('abc')).toBe('abc');
  expect(redact('')).toBe('');
});

test('a stream gives what the whole text gives, wherever it is cut', () => {
  const { redact, stream } = createRedaction(words);
  const texts = ['abcdefgh', 'xabcdefgabcdefgh', 'aaabaabaab', 'cdabcdefxx', 'abcabcdabcdefghcdef', 'nothing', 'abc'];
  for (const text of texts) {
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second++) {
        const redactor = stream();
        const parts = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        const given = parts.map((part) => redactor.push(part)).join('') + redactor.rest();
        expect(given, `${text} cut at ${first} and ${second}`).toBe(redact(text));
      }
    }
    const redactor = stream();
    expect([...text].map((one) => redactor.push(one)).join('') + redactor.rest()).toBe(redact(text));
  }
});

test('only what could be the beginning of a word is kept back', () => {
  const redactor = createRedaction(words).stream();
  expect(redactor.push('Enter the code:')).toBe('Enter the code:');
  expect(redactor.push(' ab')).toBe(' ');
  expect(redactor.push('c.')).toBe('abc.');
  expect(redactor.rest()).toBe('');
});
