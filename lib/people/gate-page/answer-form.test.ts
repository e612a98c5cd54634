import { expect, test } from 'vitest';
import type { Gate } from '../../engine/events.ts';
import { readAnswerForm, textOfDefault } from './answer-form.ts';

const field = (name: string, type: string): Gate['fields'][number] => ({
  name,
  type,
  label: name,
  description: null,
  required: false,
  required_for: [],
});

const fields = ['string', 'text', 'number', 'integer', 'boolean', 'choice', 'list', 'json'].map((type) =>
  field(type, type),
);

test('texts become the types that the fields declare', () => {
  const form = new URLSearchParams({
    option: 'yes',
    comment: ' fine\r\nby me ',
    'values.string': 'a',
    'values.text': 'a\r\nb',
    'values.number': ' 1.5 ',
    'values.integer': '7',
    'values.boolean': 'on',
    'values.choice': 'beta',
    'values.list': 'a\r\n\r\n b ',
    'values.json': '{"a":[1]}',
  });
  expect(readAnswerForm(fields, form)).toEqual({
    option: 'yes',
    comment: 'fine\nby me',
    values: {
      string: 'a',
      text: 'a\nb',
      number: 1.5,
      integer: 7,
      boolean: true,
      choice: 'beta',
      list: ['a', 'b'],
      json: { a: [1] },
    },
    problems: [],
  });
});

test('what was left empty is left out; a box that is not ticked is false', () => {
  expect(readAnswerForm(fields, new URLSearchParams('values.string=+'))).toEqual({
    option: '',
    comment: null,
    values: { boolean: false },
    problems: [],
  });
});

test('what has the wrong form is named', () => {
  const form = new URLSearchParams({ 'values.number': 'many', 'values.integer': '1.5', 'values.json': '{' });
  expect(readAnswerForm(fields, form).problems.map((problem) => problem.field)).toEqual(['number', 'integer', 'json']);
});

test('only declared fields are read, and dangerous names stay data', () => {
  const form = new URLSearchParams({ 'values.__proto__': 'x', 'values.extra': 'y', note: 'z' });
  const { values } = readAnswerForm([field('__proto__', 'string')], form);
  expect(Object.entries(values)).toEqual([['__proto__', 'x']]);
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
});

test('defaults are written as people would type them', () => {
  expect(textOfDefault({ ...field('a', 'list'), default: ['x', 'y'] })).toBe('x\ny');
  expect(textOfDefault({ ...field('a', 'json'), default: { a: 1 } })).toBe('{\n  "a": 1\n}');
  expect(textOfDefault({ ...field('a', 'number'), default: 0 })).toBe('0');
  expect(textOfDefault(field('a', 'string'))).toBe('');
});
