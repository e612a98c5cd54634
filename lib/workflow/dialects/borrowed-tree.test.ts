import { expect, test } from 'vitest';
import { createFindings } from '../problems/findings.ts';
import { readSource } from '../source/source.ts';
import { entryOf, type SourceEntry, type SourceMap, type SourceScalar, toValue } from '../source/source-tree.ts';
import { entryFrom, givenIn, listFrom, mapFrom, mapOfEntries, replaceIn, scalarFrom, textIn } from './borrowed-tree.ts';

const text = `
label: Look at it
words: "say {who} to {what.name} now"
10: ten
2: two
`;
const root = readSource(text, createFindings()) as SourceMap;
const written = (key: string) => entryOf(root, key) as SourceEntry;

test('a new map keeps what it takes over, stands where it was made from, and leaves out what is undefined', () => {
  const map = mapFrom(written('label'), {
    type: 'cli',
    name: written('label'),
    command: listFrom(written('words'), ['echo', written('words').value, 5]),
    role: undefined,
  });
  expect(toValue(map)).toEqual({
    type: 'cli',
    name: 'Look at it',
    command: ['echo', 'say {who} to {what.name} now', 5],
  });
  expect(map.entries.map(({ key, place, value }) => [key, place.line, place.column, value.place.column])).toEqual([
    ['type', 2, 1, 1],
    ['name', 2, 1, 8],
    ['command', 2, 1, 1],
  ]);
  expect(map.entries[2]?.value.place).toEqual({ line: 3, column: 1 });
});

test('keys that come from the file keep their order, also when they look like numbers', () => {
  const keys = ['10', '2'].map((key) => entryFrom(written(key), key, written(key)));
  expect(mapOfEntries(root, keys).entries.map(({ key, place }) => [key, place.line])).toEqual([
    ['10', 4],
    ['2', 5],
  ]);
});

test('a plain value reads as it would if it were written', () => {
  expect([true, 5, null, 'x'].map((value) => scalarFrom(root, value).text)).toEqual(['true', '5', '', 'x']);
});

test('a text with replacements knows where each of its characters was written', () => {
  const scalar = written('words').value as SourceScalar;
  const made = replaceIn(scalar, /\{([^}]+)\}/g, ([, name]) => `\${inputs.${name}}`);
  expect(made.value).toBe(`say \${inputs.who} to \${inputs.what.name} now`);
  const columnOf = (part: string) => made.placeAt(made.text.indexOf(part)).column - scalar.place.column - 1;
  expect(columnOf('say')).toBe(scalar.text.indexOf('say'));
  expect(columnOf('inputs.who')).toBe(scalar.text.indexOf('{who}'));
  expect(columnOf('to')).toBe(scalar.text.indexOf('to'));
  expect(columnOf('inputs.what')).toBe(scalar.text.indexOf('{what.name}'));
  expect(columnOf('now')).toBe(scalar.text.indexOf('now'));
});

test('what is null or empty is not given', () => {
  const tree = readSource('{ "a": null, "b": "", "c": 1.10, "d": [] }', createFindings()) as SourceMap;
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => givenIn(tree, key)?.key)).toEqual([
    undefined,
    undefined,
    'c',
    'd',
    undefined,
  ]);
  expect(['a', 'c', 'd'].map((key) => textIn(tree, key))).toEqual([undefined, '1.10', undefined]);
});
