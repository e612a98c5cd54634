import { expect, test } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from '../problems/problem.ts';
import { findJsonDefect, looksLikeJson } from './json-defect.ts';

const told = (text: string) => loadWorkflow(text).problems.map((problem) => describeProblem(problem));
const comment =
  'not valid JSON: a comment stands here, and JSON has none; leave the comment out, or write the file as YAML';

test.each([
  [
    'between brackets, where YAML would take it for a value',
    '{\n  "nodes": [ /* all of them */ ]\n}',
    `2:14 ${comment}`,
  ],
  ['at the end of a line', '{\n  "a": 1, // one\n  "b": 2 }', `2:11 ${comment}`],
  ['before everything', '// a file\n{ "a": 1 }', `1:1 ${comment}`],
  ['with a hash', '{ "a": 1 # one\n}', `1:10 ${comment}`],
])('a comment in JSON is told for what it is: %s', (_, text, words) => {
  expect(told(text)).toEqual([words]);
});

test.each([
  ['{ "a": 1, }', '1:9 not valid JSON: nothing comes after this comma; leave the comma out'],
  ['{ "a": [1, 2,\n] }', '1:13 not valid JSON: nothing comes after this comma; leave the comma out'],
  [
    '{ "a": word }',
    '1:8 not valid JSON: "word" is neither a quoted text nor a number, true, false or null; put texts between double quotes',
  ],
  [
    '{ "a": "b\n" }',
    '1:8 not valid JSON: the quote that stands here is not closed in its line; close it with ", and write a line break as \\n',
  ],
])('what JSON does not have is refused where it stands: %s', (text, words) => {
  expect(told(text)).toEqual([words]);
});

test.each(['{ "a": 1 "b": 2 }', '{ "a": [1, 2 }', '{ "a": 1', '{ "a" 1 }'])(
  'JSON with a slip is no JSON: %s',
  (text) => {
    expect(loadWorkflow(text)).toMatchObject({
      graph: null,
      format: 'unknown',
      problems: [{ code: 'json_syntax', line: 1 }],
    });
  },
);

test('slashes, hashes and braces inside of texts are texts', () => {
  expect(findJsonDefect('{ "a": "// \\" /* # {", "b": [-1.5e3, true, null, ""], "c": {} }')).toBeNull();
});

test('braces with plain keys are YAML, with all that YAML has', () => {
  expect(looksLikeJson('{ gatehouse: 1, name: x } # fine')).toBe(false);
  const native = '{ "gatehouse": 1, # fine\n "name": words without quotes, "nodes": { "done": { "type": end, }, }, }';
  expect(loadWorkflow(native)).toMatchObject({ format: 'gatehouse', problems: [] });
});
