import { describe, expect, it } from 'vitest';
import { createFindings } from '../problems/findings.ts';
import { isOverLimit, readSource } from './source.ts';
import { sourceLimits } from './source-limits.ts';
import { toValue } from './source-tree.ts';

function read(text: string) {
  const findings = createFindings();
  const tree = readSource(text, findings);
  const told = findings.sorted().map(({ line, column, code, path }) => `${line}:${column} ${code} ${path}`.trim());
  return { value: tree && toValue(tree), told };
}

describe('a file is one plain YAML 1.2 document', () => {
  it.each([
    ['a directive', '%YAML 1.1\n---\na: yes\n', ['1:1 directive']],
    ['a second document', 'a: 1\n---\nb: 2\n', ['2:1 multiple_documents']],
    ['a document after the end mark', 'a: 1\n...\nb: 2\n', ['3:1 multiple_documents']],
    ['broken syntax', 'a: 1\nb: [1, 2\nc: 3\n', ['2:4 yaml_syntax']],
    ['an unclosed quote', 'a: "b\n', ['1:4 yaml_syntax']],
    ['nothing but comments', '# only words\n', ['1:1 unknown_format']],
  ])('refuses %s', (_, text, told) => {
    expect(read(text)).toEqual({ value: null, told });
  });

  it.each([
    ['a custom tag', 'a: !env HOME\n', ['1:9 tag a']],
    ['a merge key', 'a: &a { b: 1 }\nc:\n  <<: *a\n', ['3:3 merge_key c']],
    ['a duplicate key', 'a: 1\nb: { c: 1, "c": 2 }\n', ['2:12 duplicate_key b.c']],
    ['a duplicate node', 'nodes:\n  a: {}\n  a: {}\n', ['3:3 duplicate_id nodes.a']],
    ['a key that is no text', '? [a, b]\n: 1\n', ['1:3 wrong_key']],
    ['the key __proto__', 'a: { __proto__: { b: 1 } }\n', ['1:6 wrong_key a']],
    ['an alias of nothing', 'a: *b\n', ['1:4 unknown_anchor a']],
    ['an alias inside its own value', 'a: &a [*a]\n', ['1:8 unknown_anchor a[0]']],
  ])('refuses %s and still reads the rest', (_, text, told) => {
    const { value, told: really } = read(`${text}rest: 1\n`);
    expect(really).toEqual(told);
    expect(value).toMatchObject({ rest: 1 });
  });

  it('takes aliases, core tags, a leading and a closing mark, and JSON with tabs', () => {
    expect(read('---\na: &a [1]\nb: *a\nc: !!str 1\n...\n')).toEqual({ value: { a: [1], b: [1], c: '1' }, told: [] });
    expect(read('{\n\t"a": [true, null]\n}\n')).toEqual({ value: { a: [true, null] }, told: [] });
  });

  it('keeps the core schema: yes, no, on and off are words', () => {
    expect(read('a: [yes, no, on, off, true, 0x10]\n').value).toEqual({ a: ['yes', 'no', 'on', 'off', true, 16] });
  });
});

describe('a file has limits', () => {
  const { bytes, depth, aliases } = sourceLimits;

  it('in bytes, not characters', () => {
    expect(isOverLimit('a'.repeat(bytes))).toBe(false);
    expect(isOverLimit('a'.repeat(bytes + 1))).toBe(true);
    expect(isOverLimit('ä'.repeat(bytes / 2 + 1))).toBe(true);
    expect(read(`a: ${'x'.repeat(bytes)}`)).toEqual({ value: null, told: ['1:1 too_large'] });
  });

  it('in depth', () => {
    expect(read('['.repeat(depth) + ']'.repeat(depth)).told).toEqual([]);
    expect(read('['.repeat(depth + 1) + ']'.repeat(depth + 1)).told).toEqual(['1:65 too_deep']);
  });

  it('in depth through aliases', () => {
    const deep = (inner: string) => '['.repeat(40) + inner + ']'.repeat(40);
    expect(read(`a: &a ${deep('')}\nb: ${deep('*a')}\n`).told).toEqual(['2:44 too_deep']);
  });

  it('in aliases', () => {
    const uses = (count: number) => `a: &a 1\nb: [${Array(count).fill('*a').join(', ')}]\n`;
    expect(read(uses(aliases)).told).toEqual([]);
    expect(read(uses(aliases + 1)).told).toEqual(['2:405 too_many_aliases']);
  });

  it('F9 in what its aliases repeat', () => {
    const repeated = (length: number, count: number) =>
      `a: &a ${'x'.repeat(length)}\nb: [${Array(count).fill('*a').join(', ')}]\n`;
    expect(read(repeated(460_000, 98))).toEqual({ value: null, told: ['1:1 too_large'] });
    expect(read(repeated(4000, 98)).told).toEqual([]);
    const nested = `a: &a { k: ${'x'.repeat(100_000)} }\nb: &b [*a, *a]\nc: [*b, *b]\n`;
    expect(read(nested)).toEqual({ value: null, told: ['1:1 too_large'] });
  });

  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n');

  it.each([
    ['500 KB of [', '['.repeat(500_000), '1:66 too_deep'],
    ['500 KB of {', '{'.repeat(500_000), '1:66 too_deep'],
    ['500 KB of list marks', '- '.repeat(250_000), '1:131 too_deep'],
    ['40,000 keys', lines(40_000, (index) => `k${index}: 1`), '33334:7 too_large'],
    ['a quarter million list items', `[${'1,'.repeat(250_000)}]`, '1:100001 too_large'],
    ['a quarter million quotes', '"'.repeat(500_000), '1:200001 too_large'],
    ['500 KB of closing brackets', ']'.repeat(500_000), '1:1 yaml_syntax'],
    ['120,000 documents', '---\n'.repeat(120_000), '2:1 multiple_documents'],
    [
      'aliases of aliases that stand for billions of values',
      `a0: &a0 [${'x,'.repeat(9)}]\n${lines(9, (index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`)}`,
      '1:1 too_large',
    ],
  ])('refuses %s', (_, bomb, first) => {
    const { value, told } = read(bomb);
    expect(value).toBeNull();
    expect(told[0]).toBe(first);
    expect(told.length).toBeLessThanOrEqual(20);
  });
});
