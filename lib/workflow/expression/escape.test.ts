// The scope holds what an attacker would want. None of the known escapes may reach a function, a prototype, a getter or the process: every text
// ends in an ExpressionError or in plain data that was in the scope.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { chains, globalNames, inheritedKeys } from '../../testing/workflow/escape-corpus.ts';
import { renderText, renderValue } from '../template.ts';
import { evaluate, isExpressionError, parseExpression, scopeOf } from './expression.ts';

const touched: string[] = [];

class Vault {
  secret = 'canary';
  get key() {
    touched.push('prototype getter');
    return 'canary';
  }
  open() {
    touched.push('method');
    return 'canary';
  }
}

function temptingValues(): Record<string, unknown> {
  const withGetter = Object.defineProperty({ a: 1 }, 'trap', {
    enumerable: true,
    get: () => {
      touched.push('own getter');
      return 'canary';
    },
  });
  return {
    data: { a: 1, list: [1, 2], text: 'abc' },
    list: [1, [2], { a: 3 }],
    text: 'abc',
    number: 5,
    nothing: null,
    fn: () => touched.push('function'),
    Fn: Function,
    vault: new Vault(),
    VaultClass: Vault,
    withGetter,
    listOfTraps: [() => touched.push('list function'), new Vault()],
    objectOfTraps: { run: () => touched.push('member function'), vault: new Vault(), process },
    withToJson: { toJSON: () => touched.push('toJSON') },
    withToString: { toString: () => touched.push('toString'), valueOf: () => touched.push('valueOf') },
    date: new Date(0),
    map: new Map([['a', 'canary']]),
    pattern: /a/,
    symbol: Symbol.iterator,
    big: 1n,
    bareObject: Object.assign(Object.create(null), { a: 1 }),
    inherited: Object.create({ secret: 'canary' }),
    objectPrototype: Object.prototype,
    global: globalThis,
    reflect: Reflect,
  };
}

const hosts = Object.keys(temptingValues());
const corpus = [
  ...chains,
  ...globalNames,
  ...globalNames.map((name) => `${name}.constructor`),
  ...hosts.flatMap((host) => inheritedKeys.map((key) => `${host}.${key}`)),
  ...hosts.flatMap((host) => ['constructor', '__proto__'].map((key) => `${host}['${key}']['constructor']`)),
  ...inheritedKeys.flatMap((key) => [`data.${key}()`, `text.${key}("x")`, `['${key}'].map(k => data[k])`]),
];

const prototypes = { Object, Array, String, Number, Boolean, Function };
const describePrototypes = () =>
  Object.entries(prototypes).map(([name, { prototype }]) => [name, Reflect.ownKeys(prototype).map(String)]);
const prototypesBefore = describePrototypes();

function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (typeof value !== 'object') return false;
  const prototype = Object.getPrototypeOf(value);
  if (Array.isArray(value)) return value.every(isPlain);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}

/** The value, or undefined where the text was refused. */
function attempt(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    if (!isExpressionError(error)) throw error;
    return undefined;
  }
}

function evaluateText(text: string): unknown {
  const parsed = parseExpression(text);
  return parsed.ok ? attempt(() => evaluate(parsed.expression, scopeOf(temptingValues()))) : undefined;
}

beforeEach(() => {
  touched.length = 0;
});

afterAll(() => {
  expect(describePrototypes()).toEqual(prototypesBefore);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('the corpus is large', () => {
  expect(new Set(corpus).size).toBeGreaterThan(300);
});

test.each(chains)('%s reaches nothing', (text) => {
  expect(reach(text)).toEqual({ touched: [], leaks: false, isPlain: true });
});

test('no generated text reaches anything', () => {
  for (const text of corpus) expect([text, reach(text)]).toEqual([text, { touched: [], leaks: false, isPlain: true }]);
});

function reach(text: string) {
  const values = [
    evaluateText(text),
    attempt(() => renderText(`\${${text}}`, scopeOf(temptingValues()))),
    attempt(() => renderText(`a \${${text}}`, scopeOf(temptingValues()))),
    attempt(() => renderValue({ [text]: [`\${${text}}`] }, scopeOf(temptingValues()))),
  ].filter((value) => value !== undefined);
  // A comparison with the canary's own text is no leak.
  const leaks =
    !text.includes('canary') && values.slice(0, 3).some((value) => JSON.stringify(value).includes('canary'));
  return { touched: [...touched], leaks, isPlain: values.every(isPlain) };
}

test.each(['fn', 'Fn', 'vault', 'date', 'map', 'pattern', 'symbol', 'big', 'inherited', 'objectPrototype'])(
  'a scope that holds %s does not hand it out, not even to be compared',
  (name) => {
    const values = temptingValues();
    for (const text of [name, `${name} == 1`, `!${name}`, `${name} ? 1 : 2`, `${name}.secret ?? 1`, `o.${name} ?? 1`]) {
      const parsed = parseExpression(text);
      if (!parsed.ok) throw new Error(parsed.message);
      expect(() => evaluate(parsed.expression, scopeOf({ ...values, o: values }))).toThrow('is not plain data');
    }
  },
);

describe('inherited names', () => {
  test.each(inheritedKeys)('%s is missing everywhere it is not own', (key) => {
    for (const host of ['data', 'list', 'text', 'number', 'bareObject', '{}', '[]', "''"]) {
      expect(evaluateText(`${host}.${key}`)).toBeUndefined();
      expect(evaluateText(`${host}?.${key}`) ?? null).toBe(null);
    }
    expect(evaluateText(`${key}`)).toBeUndefined();
    expect(evaluateText(`'${key}' in data`)).toBe(false);
  });

  test('a scope that forgets to look at own names only hands out nothing', () => {
    const careless: Record<string, unknown> = {};
    const scope = { get: (name: string) => careless[name], has: (name: string) => name in careless, names: () => [] };
    for (const key of inheritedKeys) {
      const parsed = parseExpression(key);
      expect(parsed.ok && attempt(() => evaluate(parsed.expression, scope))).toBeUndefined();
    }
  });
});

describe('__proto__, constructor and prototype are keys like any other when they are own', () => {
  const own = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": "c", "prototype": [1]}');

  test('they are read as data', () => {
    const parsed = parseExpression('[o.__proto__.polluted, o.constructor, o["prototype"][0], keys(o)]');
    if (!parsed.ok) throw new Error(parsed.message);
    const value = evaluate(parsed.expression, scopeOf({ o: own }));
    expect(value).toEqual([1, 'c', 1, ['__proto__', 'constructor', 'prototype']]);
  });

  test('they are written as data by literals and templates', () => {
    const literal = evaluateText('{ __proto__: { polluted: 1 }, "constructor": 2 }') as object;
    expect(Object.getPrototypeOf(literal)).toBe(Object.prototype);
    expect(Object.keys(literal)).toEqual(['__proto__', 'constructor']);
    const rendered = renderValue(own, scopeOf({})) as object;
    expect(Object.getPrototypeOf(rendered)).toBe(Object.prototype);
    expect(JSON.stringify(rendered)).toBe(JSON.stringify(own));
  });
});

test('texts that make patterns slow are ordinary texts', () => {
  const slow = ['(a+)+$', '(a|a)*$', '([a-z]+)*$', '^(.*)*x', '(a|aa)+$', '(.*a){20}', '(?:a?){30}a{30}', '\\s+$'];
  for (const pattern of slow) {
    const scope = scopeOf({ t: `${'a'.repeat(50_000)}!`, p: pattern });
    const parsed = parseExpression('[contains(t, p), startswith(t, p), split(t, p).length, t in p, trim(t) == p]');
    expect(parsed.ok && evaluate(parsed.expression, scope)).toEqual([false, false, 1, false, false]);
  }
});
