import { describe, expect, it } from 'vitest';
import type { InputField } from '../graph.ts';
import { checkInputs } from './inputs.ts';

const field = (rest: Partial<InputField>): InputField => ({
  name: 'i',
  type: 'string',
  required: false,
  description: null,
  ...rest,
});
const check = (rest: Partial<InputField>, value: unknown) => {
  const checked = checkInputs({ inputs: [field(rest)] }, value === undefined ? {} : { i: value });
  return checked.ok ? checked.inputs.i : checked.problems.map(({ message }) => message).join();
};

const wantsBytes = 'input "i" must be a file with its bytes: { "name": "report.pdf", "base64": "…" }, not a path';

describe('a given value is converted to the type of its input', () => {
  it.each<[InputField['type'], unknown, unknown]>([
    ['string', 'a', 'a'],
    ['string', '', ''],
    ['string', 5, 'input "i" must be text'],
    ['text', 'a\nb', 'a\nb'],
    ['secret', ' abcd ', ' abcd '],
    ['secret', 5, 'input "i" must be text'],
    ['secret', 'abc ', 'input "i" must have at least 4 characters: a shorter secret cannot be kept out of the log'],
    ['secret', 'a'.repeat(16_385), 'input "i" must have at most 16384 characters; send a file for more'],
    ['file', { name: 'a.txt', base64: 'aGk=\n' }, { name: 'a.txt', base64: 'aGk=' }],
    ['file', { name: 'a.txt', base64: '' }, { name: 'a.txt', base64: '' }],
    ['file', { name: 'a.txt', base64: 'aGk', path: '/' }, 'input "i" has bytes that are not base64'],
    ['file', 'a.txt', wantsBytes],
    ['file', { name: '', base64: '' }, wantsBytes],
    ['file', { name: 'a.txt', path: '/etc/passwd' }, wantsBytes],
    ['file', [], wantsBytes],
    ['number', 1.5, 1.5],
    ['number', ' 1.5 ', 1.5],
    ['number', '-2e3', -2000],
    ['number', '0x10', 'input "i" must be a number'],
    ['number', 'many', 'input "i" must be a number'],
    ['number', Number.NaN, 'input "i" must be a number'],
    ['integer', '3', 3],
    ['integer', '3.5', 'input "i" must be a whole number'],
    ['integer', true, 'input "i" must be a whole number'],
    ['boolean', false, false],
    ['boolean', 'true', true],
    ['boolean', 'on', true],
    ['boolean', 'no', false],
    ['boolean', 'maybe', 'input "i" must be true or false'],
    ['list', ['a', 1], ['a', 1]],
    ['list', 'a\r\n\n b \n', ['a', 'b']],
    ['list', 5, 'input "i" must be a list'],
    ['json', '{"a": [1]}', { a: [1] }],
    ['json', { a: 1 }, { a: 1 }],
    ['json', '{a', 'input "i" must be JSON'],
  ])('%s from %j', (type, given, result) => {
    expect(check({ type }, given)).toEqual(result);
  });

  it('a choice is one of its choices', () => {
    expect(check({ type: 'choice', choices: ['a', 'b'] }, 'b')).toBe('b');
    expect(check({ type: 'choice', choices: ['a', 'b'] }, 'c')).toBe('input "i" must be one of a, b');
  });
});

describe('a value that is not given', () => {
  it.each<[string, Partial<InputField>, unknown, unknown]>([
    ['is the default', { default: 'd' }, undefined, 'd'],
    ['is the default of a required input too', { required: true, default: 'd' }, undefined, 'd'],
    ['is null without a default, so that expressions may ask for it', {}, undefined, null],
    ['is missing when required', { required: true }, undefined, 'input "i" is required'],
    ['is an empty text from a form', { required: true }, ' ', 'input "i" is required'],
    ['is an empty number from a form', { type: 'number', default: 3 }, '', 3],
    ['is an empty secret from a form', { type: 'secret' }, '', null],
    ['is an empty choice from a form', { type: 'choice', choices: ['a'] }, '', null],
    ['keeps a default of false', { type: 'boolean', default: false }, undefined, false],
  ])('%s', (_, rest, given, result) => {
    expect(check(rest, given)).toEqual(result);
  });
});

it('all problems are told at once, unknown inputs with a suggestion', () => {
  const inputs = [field({ name: 'since', required: true }), field({ name: 'count', type: 'integer' })];
  expect(checkInputs({ inputs }, { sinse: 'v1', count: 'x', constructor: 1 })).toEqual({
    ok: false,
    problems: [
      { input: 'since', message: 'input "since" is required' },
      { input: 'count', message: 'input "count" must be a whole number' },
      { input: 'sinse', message: 'the workflow has no input "sinse"; did you mean "since"?' },
      { input: 'constructor', message: 'the workflow has no input "constructor"' },
    ],
  });
});

it('F12 two hundred thousand unknown inputs are refused in a few words', () => {
  const given = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`u${index}`, 1]));
  const checked = checkInputs({ inputs: [field({ name: 'since' })] }, given);
  const problems = checked.ok ? [] : checked.problems;
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)?.message).toBe('the workflow has none of 199980 more inputs');
});
