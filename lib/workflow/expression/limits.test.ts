import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { data, failure, run } from '../../testing/workflow/expression-fixture.ts';
import { evaluate, isExpressionError, parseExpression, scopeOf } from './expression.ts';

describe('caps', () => {
  test('source length', () => {
    expect(parseExpression(`'${'a'.repeat(9_998)}'`).ok).toBe(true);
    expect(failure(`'${'a'.repeat(9_999)}'`).message).toBe('the expression is longer than 10000 characters');
  });

  test.each(['(', '[', '!', '-', '{a:', 'len(', 'a[', 'a.map(x => ', '1 ? ', '1 ? 1 : ', 'not '])(
    'depth of %s',
    (opening) => {
      const { message } = failure(opening.repeat(700));
      expect(message).toBe('the expression is nested more than 64 levels deep');
    },
  );

  test('a long flat expression is not deep', () => {
    expect(run(Array(2_000).fill('1').join('+'))).toBe(2_000);
    expect(run(`a${'.a'.repeat(40)} ?? 1`)).toBe(1);
  });

  test('steps', () => {
    const list = Array.from({ length: 2_000 }, (_, index) => index);
    expect(failure('a.map(x => a.map(y => x * y))', { a: list }).message).toBe(
      'the expression takes more than 1000000 steps',
    );
    expect(run('a.map(x => x + 1).length', { a: list })).toBe(2_000);
  });

  test('work inside functions counts as steps', () => {
    const text = 'a'.repeat(1_000_000);
    const list = Array(1_000).fill(0);
    for (const body of [
      "contains(t, 'b')",
      "upper(t) == ''",
      "t + 'x' == t",
      "split(t, 'b')",
      't == u',
      't < u',
      'o == p',
    ]) {
      const values = {
        a: list,
        t: text,
        u: `${text}`.replace(/a$/, 'b'),
        o: { l: [...text.slice(0, 50_000)] },
        p: { l: [...text.slice(0, 50_000)] },
      };
      expect(failure(`a.map(x => ${body})`, values).message).toBe('the expression takes more than 1000000 steps');
    }
  });

  test.each([
    ['a + a', { a: 'x'.repeat(9_000_000) }],
    ['len(a + a)', { a: 'x'.repeat(9_000_000) }],
    ['[a, a]', { a: 'x'.repeat(9_000_000) }],
    ['a.map(x => b)', { a: [1, 2, 3], b: 'x'.repeat(9_000_000) }],
    ['a.join(b)', { a: Array(100).fill(1), b: 'x'.repeat(180_000) }],
    ['a', { a: 'x'.repeat(20_000_000) }],
    ['a', { a: { b: ['x'.repeat(20_000_000)] } }],
    [`[1]${'.map(x => [x, x, x])'.repeat(50)}`, {}],
  ])('result size: %s', (text, values) => {
    expect(failure(text, values).message).toBe('the result is larger than 16 MB');
  });

  test('data that contains itself ends in an error', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const other: Record<string, unknown> = {};
    other.self = other;
    expect(failure('a', { a: loop }).message).toBe('the result is nested too deeply');
    expect(failure('a == b', { a: loop, b: other }).message).toBe('the values are nested too deeply to compare');
  });
});

describe('properties', () => {
  function deepFreeze<Value>(value: Value): Value {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
    return value;
  }
  const word = fc.constantFrom(
    ...'inputs computed commits items title nothing x 0 1 -1 "a" \'b\' . . ?. [ ] ( ) { } : , ? + - * / % == != < > && || ?? ! => and or not in len keys values split join .map( .filter( .length .slice( null true'.split(
      ' ',
    ),
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(word, { maxLength: 24 }).map((words) => words.join(' ')),
  );

  test('a printed number or text is read back as it was', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(run(String(number))).toBe(Number(String(number)));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (string) => {
        expect(run(JSON.stringify(string))).toBe(string);
      }),
    );
  });

  test('nothing but an ExpressionError is thrown, and the scope does not change', () => {
    const frozen = deepFreeze(structuredClone(data));
    const before = JSON.stringify(frozen);
    let evaluated = 0;
    fc.assert(
      fc.property(text, (source) => {
        const parsed = parseExpression(source);
        if (!parsed.ok) return parsed.message !== '' && parsed.offset >= 0 && parsed.offset <= source.length;
        try {
          evaluated++;
          evaluate(parsed.expression, scopeOf(frozen));
        } catch (error) {
          return isExpressionError(error);
        }
        return JSON.stringify(frozen) === before;
      }),
      { numRuns: 5_000 },
    );
    expect(evaluated).toBeGreaterThan(50);
  });

  test('evaluating JSON yields it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(run(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
