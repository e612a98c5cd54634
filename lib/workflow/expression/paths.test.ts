import { describe, expect, test } from 'vitest';
import { data, failure, run } from '../../testing/workflow/expression-fixture.ts';
import { parseExpression, referencedPaths } from './expression.ts';

describe('a missing name is an error that names the path', () => {
  test.each([
    ['nothing', '"nothing" is not set', 'nothing', 0],
    ['input.repo', '"input" is not set; did you mean "inputs"?', 'input', 0],
    ['computed.other[0].id', '"computed.other" is not set', 'computed.other', 8],
    ['computed.commit[0]', '"computed.commit" is not set; did you mean "computed.commits"?', 'computed.commit', 8],
    ['computed.commits[2]', '"computed.commits[2]" is not set; the list has 2 items', 'computed.commits[2]', 16],
    ['computed.commits[-3]', '"computed.commits[-3]" is not set; the list has 2 items', 'computed.commits[-3]', 16],
    [
      'computed.commits.size',
      '"computed.commits.size" is not set; "computed.commits" is a list',
      'computed.commits.size',
      16,
    ],
    ['computed.empty.a', '"computed.empty.a" cannot be read, because "computed.empty" is null', 'computed.empty.a', 14],
    ['title.a', '"title.a" is not set; "title" is a string', 'title.a', 5],
    ["computed['a b'].c", '"computed[\'a b\']" is not set', "computed['a b']", 8],
    ['keys(inputs)[9].x', '"keys(…)[9]" is not set; the list has 4 items', 'keys(…)[9]', 12],
    ['computed.items.map(i => i.ids)', '"i.ids" is not set; did you mean "i.id"?', 'i.ids', 25],
  ])('%s', (text, message, path, offset) => {
    expect(failure(text)).toEqual({ message, path, offset });
  });

  test('a node with a hyphen in its name is hinted at', () => {
    const { message } = failure('my-node.output', { 'my-node': {}, node: 1 });
    expect(message).toBe('"my" is not set; a name with a hyphen is written nodes[\'my-node\']');
  });

  test.each<[string, unknown]>([
    ["nothing ?? 'x'", 'x'],
    ["nothing.at.all[0] ?? 'x'", 'x'],
    ["computed.empty.a.b ?? 'x'", 'x'],
    ["computed.commits[7] ?? nothing ?? 'x'", 'x'],
    ["(flags.other || flags.more) ?? 'x'", 'x'],
    ['nothing.map(x => x) ?? []', []],
    ['inputs?.other.deep[0]', null],
    ['inputs.other?.deep', null],
    ['nothing?.deep', null],
    ['nothing?.[0]', null],
    ['computed.empty?.a.b', null],
    ['computed.empty?.map(x => x)', null],
    ["title?.a ?? 'x'", 'x'],
  ])('%s is allowed to miss', (text, value) => {
    expect(run(text)).toEqual(value);
  });

  test('only the left side of ?? and only what follows the value before ?. may miss', () => {
    expect(failure('nothing ?? other').message).toBe('"other" is not set');
    expect(failure('inputs.a.b?.c').message).toBe('"inputs.a" is not set');
    expect(failure('computed.empty.a?.b').message).toMatch('because "computed.empty" is null');
  });

  test("missing: 'null' makes every missing name null", () => {
    expect(run('nothing.at.all', data, { missing: 'null' })).toBe(null);
    expect(run("nothing == null && computed.empty.x == null ? 'a' : 'b'", data, { missing: 'null' })).toBe('a');
  });

  test("missing: 'empty' makes every missing reference an empty text, but null where null was provided for", () => {
    const empty = (text: string) => run(text, data, { missing: 'empty' });
    expect(empty('nothing')).toBe('');
    expect(empty('nothing.at.all')).toBe('');
    expect(empty('computed.empty.x')).toBe('');
    expect(empty('computed.empty')).toBe(null);
    expect(empty("nothing ?? 'x'")).toBe('x');
    expect(empty('nothing?.at')).toBe(null);
  });

  test.each(['empty', 'null'] as const)("missing: '%s' tells the path of each missing reference", (missing) => {
    const paths: string[] = [];
    const onMissing = (path: string) => paths.push(path);
    run("[nothing.at.all, computed.empty.x, inputs['a-b'].c, nothing ?? 1, nothing?.at]", data, { missing, onMissing });
    expect(paths).toEqual(['nothing', 'computed.empty.x', "inputs['a-b']"]);
  });
});

describe('referencedPaths', () => {
  test.each<[string, [string[], boolean, number][]]>([
    ['computed.commits', [[['computed', 'commits'], false, 0]]],
    ["nodes['a-b'].x[0] + 1", [[['nodes', 'a-b', 'x', '0'], false, 0]]],
    [
      'a.items.map(x => x.id + b.c)',
      [
        [['a', 'items'], false, 0],
        [['b', 'c'], false, 24],
      ],
    ],
    [
      'a.b ?? c.d ?? e',
      [
        [['a', 'b'], true, 0],
        [['c', 'd'], true, 7],
        [['e'], false, 14],
      ],
    ],
    ['a?.b.c', [[['a', 'b', 'c'], true, 0]]],
    [
      'a[i].b',
      [
        [['a'], false, 0],
        [['i'], false, 2],
      ],
    ],
    [
      'a.b.length > 1 ? len(c) : [d, { k: e }]',
      [
        [['a', 'b'], false, 0],
        [['c'], false, 21],
        [['d'], false, 27],
        [['e'], false, 35],
      ],
    ],
    [
      'not x in y',
      [
        [['x'], false, 4],
        [['y'], false, 9],
      ],
    ],
    ["'text'", []],
  ])('%s', (text, expected) => {
    const parsed = parseExpression(text);
    const found = parsed.ok ? referencedPaths(parsed.expression) : [];
    expect(found.map(({ path, optional, offset }) => [path, optional, offset])).toEqual(expected);
  });
});
