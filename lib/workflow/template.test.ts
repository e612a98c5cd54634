import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isExpressionError, scopeOf } from './expression/expression.ts';
import { hasTemplate, parseTemplate, renderText, renderValue } from './template.ts';

const scope = scopeOf({
  inputs: { since: 'v1', count: 3, publish: false },
  list: [1, { a: 'b' }],
  nothing: null,
  tricky: '${inputs.since} $${x}',
});

function failure(text: string) {
  try {
    throw new Error(`yields ${JSON.stringify(renderText(text, scope))}`);
  } catch (error) {
    if (!isExpressionError(error)) throw error;
    return { message: error.message, offset: error.offset };
  }
}

describe('renderText', () => {
  test.each<[string, unknown]>([
    ['plain', 'plain'],
    ['', ''],
    ['${inputs.count}', 3],
    ['${inputs.publish}', false],
    ['${list}', [1, { a: 'b' }]],
    ['${nothing}', null],
    ['${ inputs.since }', 'v1'],
    ['${inputs.since}..HEAD', 'v1..HEAD'],
    [' ${inputs.count}', ' 3'],
    ['${inputs.count}${inputs.count}', '33'],
    ['a ${list} b', 'a [1,{"a":"b"}] b'],
    ['a${nothing}b', 'ab'],
    ['${inputs.publish}!', 'false!'],
    ['$${inputs.count}', '${inputs.count}'],
    ['$${a} ${inputs.count} $${b}', '${a} 3 ${b}'],
    ['${inputs.count}$${b}', '3${b}'],
    ['$ {a} $5 {b} $$', '$ {a} $5 {b} $$'],
    ["${'}'}", '}'],
    ['${"\\"}"}', '"}'],
    ['${{ a: { b: inputs.count } }}', { a: { b: 3 } }],
    ["${{ a: '}' }.a}-${'{'}", '}-{'],
    ["${missing ?? 'x'}", 'x'],
  ])('%s', (text, value) => {
    expect(renderText(text, scope)).toEqual(value);
  });

  test('what a template yields is not read as a template again', () => {
    expect(renderText('${tricky}', scope)).toBe('${inputs.since} $${x}');
    expect(renderText('a ${tricky}', scope)).toBe('a ${inputs.since} $${x}');
  });

  test.each([
    ['ab ${', '"${" is never closed; write "$${" for a literal one', 3],
    ["ab ${'}", '"${" is never closed; write "$${" for a literal one', 3],
    ['ab ${}', 'the expression is empty', 5],
    ['ab ${1 +}', 'the expression ends too early', 8],
    ['ab ${inputs.sinse} c', '"inputs.sinse" is not set; did you mean "inputs.since"?', 11],
    ['${1} ${missing}', '"missing" is not set', 7],
    ['${"a" * 2}', '"*" needs two numbers, not string and number', 6],
  ])('%s is an error with its place in the whole text', (text, message, offset) => {
    expect(failure(text)).toEqual({ message, offset });
  });

  test('options reach the expressions', () => {
    expect(renderText('at ${now()}', scope, { now: '2026-01-01T00:00:00.000Z' })).toBe('at 2026-01-01T00:00:00.000Z');
    expect(renderText('[${missing.name}]', scope, { missing: 'null' })).toBe('[]');
    expect(renderText('${missing.name}', scope, { missing: 'null' })).toBe(null);
    expect(renderText('${missing.name}', scope, { missing: 'empty' })).toBe('');
    expect(renderText('${null}', scope, { missing: 'empty' })).toBe('');
  });

  test('a text of more than 16 MB is refused', () => {
    const large = scopeOf({ a: 'x'.repeat(9_000_000) });
    expect(() => renderText('${a}${a}', large)).toThrow('the result is larger than 16 MB');
    expect(() => renderValue(['${a}', '${a}'], large)).toThrow('the result is larger than 16 MB');
  });
});

describe('renderValue', () => {
  test('renders texts at any depth and leaves keys alone', () => {
    const value = { '${key}': ['${inputs.count}', { deep: 'since ${inputs.since}' }], n: 1, b: true, z: null };
    const expected = { '${key}': [3, { deep: 'since v1' }], n: 1, b: true, z: null };
    const rendered = renderValue(value, scope) as Record<string, unknown>;
    expect(rendered).toEqual(expected);
    expect(rendered).not.toBe(value);
    expect(Object.keys(rendered)).toEqual(Object.keys(value));
  });

  test('what is not plain data is refused', () => {
    expect(() => renderValue({ at: new Date(0) }, scope)).toThrow('the value is not plain data');
    expect(() => renderValue({ run: () => 1 }, scope)).toThrow('the result is not plain data');
  });
});

describe('parseTemplate', () => {
  test('parts carry their source and place', () => {
    const parsed = parseTemplate('a ${ b.c }$${d}');
    expect(
      parsed.ok && parsed.parts.map((part) => (typeof part === 'string' ? part : [part.source, part.offset])),
    ).toEqual(['a ', [' b.c ', 4], '${d}']);
  });

  test('problems are values', () => {
    expect(parseTemplate('a ${b..c}')).toEqual({
      ok: false,
      message: 'unexpected "."; expected a name after the dot',
      offset: 6,
    });
  });
});

test('hasTemplate looks into lists and objects', () => {
  expect(['${a}', 'x ${a}', '$${a}', [['${a}']], { a: { b: '${a}' } }].every((value) => hasTemplate(value))).toBe(true);
  expect(['a', '$a', 1, null, undefined, [], {}, { '${a}': 1 }].some((value) => hasTemplate(value))).toBe(false);
});

test('a text without a template comes back as it was, and an escaped one loses its escape', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!text.includes('${'));
      expect(renderText(text, scope)).toBe(text);
      expect(renderText(`${text}-$\${x}`, scope)).toBe(`${text}-\${x}`);
    }),
  );
});

test('any text renders or ends in an ExpressionError inside it', () => {
  const piece = fc.constantFrom('${', '}', '$', '$${', '{', "'", '"', '\\', 'inputs.count', 'nope', ' ', '1', '+');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      try {
        renderText(text, scope);
        return true;
      } catch (error) {
        return isExpressionError(error) && error.offset >= 0 && error.offset <= text.length;
      }
    }),
    { numRuns: 3_000 },
  );
});
