import { expect, test } from 'vitest';
import { yamlLines } from './yaml-lines.ts';

const kinds = (source: string) => yamlLines(source).map(({ kind }) => kind);

test('keys, comments and the rest are told apart', () => {
  expect(kinds('# about\nname: Notes\n- plain\n- id: yes')).toEqual(['comment', 'key', 'plain', 'key']);
});

test('what stands in a block scalar is text, until the indentation ends', () => {
  const source = [
    'message: |',
    '  # Heading',
    '  key: value',
    '',
    '  more',
    'next: done',
    'list:',
    '  - >-',
    '    a: b',
    '  - c',
  ];
  expect(kinds(source.join('\n'))).toEqual([
    'key',
    'text',
    'text',
    'text',
    'text',
    'key',
    'key',
    'plain',
    'text',
    'plain',
  ]);
});

test('a key in a list item opens its block at the key, not at the dash', () => {
  expect(kinds('- id: |\n    text: a\n  label: Yes')).toEqual(['key', 'text', 'key']);
});
