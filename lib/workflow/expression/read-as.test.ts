import { describe, expect, test } from 'vitest';
import { failure, run } from '../../testing/workflow/expression-fixture.ts';

test.each<[string, number | null]>([
  ['number(3)', 3],
  ["number('3')", 3],
  ["number('-2.50')", -2.5],
  ["number('+.5e1')", 5],
  ["number('5.')", 5],
  ["number('')", null],
  ["number(' 3')", null],
  ["number('3 apples')", null],
  ["number('0x10')", null],
  ["number('Infinity')", null],
  ["number('1e999')", null],
  ['number(true)', null],
  ['number(null)', null],
  ['number([3])', null],
])('a number is read from a text that is nothing but one: %s', (text, value) => {
  expect(run(text)).toBe(value);
});

test.each<[string, string]>([
  ["text('a')", 'a'],
  ['text(1.5)', '1.5'],
  ['text(false)', 'false'],
  ['text(null)', ''],
  ["text([1, 'a'])", '[1,"a"]'],
  ["text({ a: 'b' })", '{"a":"b"}'],
])('a text is what a value reads like: %s', (text, value) => {
  expect(run(text)).toBe(value);
});

test.each<[string, boolean]>([
  ['empty(null)', true],
  ["empty('')", true],
  ['empty([])', true],
  ['empty({})', true],
  ["empty(' ')", false],
  ['empty([null])', false],
  ['empty({ a: null })', false],
  ['empty(0)', false],
  ['empty(false)', false],
])('empty is what says nothing, and a number or boolean always says something: %s', (text, value) => {
  expect(run(text)).toBe(value);
});

describe('alike are single values that say the same in whatever type', () => {
  test.each<[string, boolean]>([
    ["alike(3, '3.0')", true],
    ["alike('3', 3)", true],
    ["alike('3', '3.0')", false],
    ['alike(0.1 + 0.2, 0.3)', true],
    ['alike(1, 1.0001)', false],
    ["alike(true, 'true')", true],
    ["alike('false', false)", true],
    ["alike(true, 'True')", false],
    ['alike(true, 1)', false],
    ['alike(null, null)', true],
    ["alike(null, '')", false],
    ['alike(null, 0)', false],
    ['alike(null, false)', false],
    ['alike([], [])', false],
    ["alike('[]', [])", false],
    ['alike({}, {})', false],
  ])('%s', (text, value) => {
    expect(run(text)).toBe(value);
  });
});

test('a missing name is an error in them too, unless it is provided for', () => {
  expect(failure('empty(nobody)').message).toBe('"nobody" is not set');
  expect(run('empty(nobody ?? null)')).toBe(true);
});

test('what they look at is paid for', () => {
  const long = { words: 'x'.repeat(8_000_000) };
  const ask = (text: string) => () => run(text, long);
  expect(ask('[1,2,3,4,5,6,7,8,9,10].every(x => len(text(words)) > x)')).toThrow(/steps/);
});
