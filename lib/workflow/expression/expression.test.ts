import { describe, expect, test } from 'vitest';
import { data, failure, run } from '../../testing/workflow/expression-fixture.ts';
import { isTruthy, parseExpression } from './expression.ts';

describe('values', () => {
  test.each<[string, unknown]>([
    ['1', 1],
    ['-1.5e3', -1500],
    ['"a\\n\\u0041\'"', "a\nA'"],
    ["'it\\'s'", "it's"],
    ['true', true],
    ['null', null],
    ['[1, "a", [null],]', [1, 'a', [null]]],
    ['{ a: 1, "b c": [2] }', { a: 1, 'b c': [2] }],
    ['inputs.repo', '.'],
    ['computed.commits[0]', 'a1 fix'],
    ['computed.commits[-1]', 'b2 add'],
    ["nodes['my-node'].output", 'done'],
    ['computed.items[inputs.count - 2].id', 2],
    ['computed.items[-1].tags.length', 0],
    ['title.length', 7],
    ['{ length: 5 }.length', 5],
    ['{ in: 1, not: 2 }.in', 1],
    ['computed.empty', null],
    ['{ "0": 4 }[0]', 4],
  ])('%s', (text, value) => {
    expect(run(text)).toEqual(value);
  });
});

describe('operators', () => {
  test.each<[string, unknown]>([
    ['1 + 2 * 3 - 4 / 2', 5],
    ['7 % 4', 3],
    ['10 - 3 - 2', 5],
    ['-(1 + 2)', -3],
    ["'n: ' + 1", 'n: 1'],
    ["1 + 'a' + null + [1] + true", '1a[1]true'],
    ["1 == '1'", false],
    ['1 != 2', true],
    ['[1, { a: 2, b: 3 }] == [1, { b: 3, a: 2 }]', true],
    ['{ a: 1 } == { b: 1 }', false],
    ['[] == {}', false],
    ['null == false', false],
    ["'a' < 'b' and 2 >= 2", true],
    ['not 1 == 2', true],
    ['!true == false', true],
    ['not true and false', false],
    ['not (true and false)', true],
    ["flags.approved || 'later'", 'later'],
    ["0 or '' or []", []],
    ['inputs.count && inputs.repo', '.'],
    ['1 ? 2 : 3 ? 4 : 5', 2],
    ['0 ? 2 : 0 ? 4 : 5', 5],
    ["'a' in 'cat'", true],
    ['{ a: 1 } in [{ a: 1 }]', true],
    ["'repo' in inputs and 'toString' not in inputs", true],
    ['1 in [1] == true', true],
    ['null ?? 1 + 1', 2],
    ['false ?? 1', false],
  ])('%s', (text, value) => {
    expect(run(text)).toEqual(value);
  });

  test('&& and || do not look at what they do not need', () => {
    expect(run('false && nothing.at.all')).toBe(false);
    expect(run('1 || nothing.at.all')).toBe(1);
  });

  test.each([
    ["1 < 'a'", '"<" needs two numbers or two strings, not number and string', 2],
    ['[1] >= null', '">=" needs two numbers or two strings, not list and null', 4],
    ['1 + true', '"+" needs two numbers or a string, not number and boolean', 2],
    ["'a' * 2", '"*" needs two numbers, not string and number', 4],
    ['1 / 0', 'division by zero', 2],
    ['1 % 0', 'division by zero', 2],
    ['1e308 * 10', 'the result of "*" is too large', 6],
    ["-'a'", '"-" needs a number, not string', 0],
    ['1 in 2', '"in" needs a string, list or object to look in, not number', 2],
  ])('%s is an error', (text, message, offset) => {
    expect(failure(text)).toEqual({ message, offset });
  });

  test('false, null, 0 and the empty text are false; everything else is true', () => {
    expect([false, null, undefined, 0, ''].map(isTruthy)).toEqual([false, false, false, false, false]);
    expect([true, 1, -1, 'false', [], {}].every(isTruthy)).toBe(true);
  });
});

describe('functions and methods', () => {
  test.each<[string, unknown]>([
    ["len('abc') + len([1]) + len({ a: 1, b: 2 })", 6],
    ["contains('abc', 'b') && contains([1, [2]], [2]) && contains({ a: 1 }, 'a')", true],
    ["startswith('abc', 'ab') and endswith('abc', 'bc')", true],
    ["lower('AbC') + upper('x') + trim('  y ')", 'abcXy'],
    ["split('a, b, c', ', ')", ['a', 'b', 'c']],
    ["split('', ',')", ['']],
    ["join(['a', 1, null, [2]], '-')", 'a-1--[2]'],
    ["['a', 'b'].join()", 'a,b'],
    ['keys({ b: 1, a: 2 })', ['b', 'a']],
    ['values({ b: 1, a: [2] })', [1, [2]]],
    ['computed.items.map(i => i.id * 10)', [10, 20]],
    ['computed.items.filter((i) => i.tags.length).map(i => i.id)', [1]],
    ['computed.items.find(i => i.id == 2).tags', []],
    ['computed.items.find(i => i.id == 9)', null],
    ['computed.items.some(i => i.id > 1)', true],
    ['computed.items.every(i => i.id > 1)', false],
    ['[].every(x => false)', true],
    [
      '[[1, 2], [3]].map(row => row.map(cell => [row.length, cell]))',
      [
        [
          [2, 1],
          [2, 2],
        ],
        [[1, 3]],
      ],
    ],
    ['[1].map(x => [2].map(x => x)[0] + x)', [3]],
    ['[1].map(title => title)', [1]],
    ['[1].map(x => { a: x })', [{ a: 1 }]],
    ["'abc'.includes('b') and [{ a: 1 }].includes({ a: 1 })", true],
    ["'abcd'.slice(1, -1)", 'bc'],
    ['[1, 2, 3].slice(-2)', [2, 3]],
    ['[1, 2, 3].slice(0, 9)', [1, 2, 3]],
    ['now()', '2026-01-02T03:04:05.000Z'],
  ])('%s', (text, value) => {
    expect(run(text, data, { now: '2026-01-02T03:04:05.000Z' })).toEqual(value);
  });

  test.each([
    ['lenn(title)', '"lenn" is not a function; did you mean len()?'],
    ['map(title)', '"map" is not a function; did you mean list.map()?'],
    ['title.toLowerCase()', '".toLowerCase" is not a method; did you mean lower(…)?'],
    ["title.startsWith('a')", '".startsWith" is not a method; did you mean startswith(…)?'],
    ["title.split('a')", '".split" is not a method; did you mean split(…)?'],
    ['computed.items.pop()', '".pop" is not a method; the last one is [-1]'],
    ["title.replace('a', 'b')", '".replace" is not a method; write join(split(text, "old"), "new")'],
    [
      'computed.items.reverse()',
      '".reverse" is not a method; there are .map, .filter, .find, .some, .every, .includes, .slice, .join',
    ],
    ['computed.items.fliter(x => x)', '".fliter" is not a method; did you mean .filter()?'],
    ['computed.items.map(1)', '.map() needs an arrow such as x => x.id'],
    ['computed.items.map((a, b) => a)', 'an arrow takes one argument'],
    ['len()', 'len() takes 1 argument, not 0'],
    ['[1].slice(1, 2, 3)', '.slice() takes 0 to 2 arguments, not 3'],
    ['len(x => x)', 'an arrow is only allowed in .map(), .filter(), .find(), .some(), .every()'],
    ['inputs.map(x => x)', '.map() needs a list, not object; values(…) makes a list of an object'],
    ['len(1)', 'len() needs a string, list or object, not number'],
    ["split('a', '')", 'split() needs a separator that is not empty'],
    ['now()', 'now() has no time here'],
  ])('%s is an error', (text, message) => {
    expect(failure(text).message).toBe(message);
  });
});

describe('what does not parse says why and where', () => {
  test.each([
    ['', 'the expression is empty', 0],
    ['1 +', 'the expression ends too early', 3],
    ['(1', 'the expression ends too early; expected ")"', 2],
    ['1 2', 'unexpected "2"', 2],
    ['a = 1', 'an expression cannot assign; to compare, write "=="', 2],
    ['a === 1', '"===" is not an operator; "==" is strict already', 2],
    ['a & b', '"&" is not an operator; did you mean "&&"?', 2],
    ['`a`', 'template strings are not part of expressions; join texts with "+"', 0],
    ["'abc", "the string is never closed with '", 0],
    ["'\\x41'", 'unknown escape "\\x" in a string', 1],
    ["'\\u00g0'", '"\\u" needs four hexadecimal digits', 1],
    ['012', 'a number cannot start with 0', 0],
    ['1a', 'a name cannot start with a digit', 0],
    ['1e999', 'the number is too large', 0],
    ['a.', 'the expression ends too early; expected a name after the dot', 2],
    ['{ a: 1, a: 2 }', 'the key "a" is written twice', 8],
    ['größe', 'unexpected character "ö"', 2],
    ['a 😀', 'unexpected character "😀"', 2],
    [
      "a['map'](x => x)",
      'only these can be called: len, contains, startswith, endswith, lower, upper, trim, split, join, keys, values, number, text, empty, alike, now',
      8,
    ],
  ])('%s', (text, message, offset) => {
    expect(parseExpression(text)).toEqual({ ok: false, message, offset });
  });
});

test('the tree is JSON-safe and parsed once', () => {
  const parsed = parseExpression("a.b[0].map(x => x ?? { k: -1 }) == 'c' ? !d : now()");
  expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed);
  expect(parseExpression("a.b[0].map(x => x ?? { k: -1 }) == 'c' ? !d : now()")).toBe(parsed);
});
