// A blueprint's expression in the words of the native language: the same value, whatever it was written with. JavaScript's
// methods become the native functions, `===` is `==`, a name is what names.ts says it is. What has no native words
// (patterns, pipes, statements, arrows with two arguments) is null: then nothing is guessed.
//
// A path that leads nowhere is null in an expression. One that stands alone in a text must lead somewhere: it is strict.
import { parseExpression } from '../../../expression/expression.ts';
import { endOfInner, type Token, tokensOf } from './tokens.ts';

/** A path of the file as the native language reads it: `root` is a whole expression, the keys go on from it. */
export type NativePath = { root: string; keys: string[]; isSure: boolean };
export type ReadPath = (keys: string[]) => NativePath;

type Parser = { tokens: Token[]; at: number; depth: number; locals: string[]; path: ReadPath; isStrict: boolean };

const deepest = 100;

class Untold extends Error {}

export function nativeExpression(text: string, path: ReadPath, locals: string[] = []): string | null {
  return translated(tokensOf(text), path, locals, false);
}

/** What stands between `${` and `}` of a text. */
export function nativeInner(text: string, path: ReadPath, locals: string[] = [], isLenient = false): string | null {
  const tokens = tokensOf(text);
  if (isLenient) return translated(tokens, path, locals, false);
  const isPath = tokens?.every((one) => one.type === 'name' || one.type === 'number' || isOneOf(one, '.[]')) ?? false;
  return translated(tokens, path, locals, isPath);
}

/** Where the inner of a text that begins at `from` ends; without a readable end, at the next brace. */
export function innerEnd(text: string, from: number): number {
  const end = endOfInner(text, from) ?? text.indexOf('}', from);
  return end === -1 ? text.length : end;
}

function translated(tokens: Token[] | null, path: ReadPath, locals: string[], isStrict: boolean): string | null {
  if (tokens === null || tokens.length === 0) return null;
  const parser: Parser = { tokens, at: 0, depth: 0, locals, path, isStrict };
  try {
    const native = whole(parser);
    return parser.at === tokens.length && parseExpression(native).ok ? native : null;
  } catch (error) {
    if (error instanceof Untold) return null;
    throw error;
  }
}

const isOneOf = (token: Token, characters: string) => token.type === 'symbol' && characters.includes(token.text);
const peek = (parser: Parser): Token | undefined => parser.tokens[parser.at];

function isNext(parser: Parser, ...texts: string[]): boolean {
  const token = peek(parser);
  return (token?.type === 'symbol' || token?.type === 'name') && texts.includes(token.text);
}

function take(parser: Parser, ...texts: string[]): string | null {
  if (!isNext(parser, ...texts)) return null;
  const token = parser.tokens[parser.at++] as Token & { text: string };
  return token.text;
}

function expect(parser: Parser, text: string): void {
  if (take(parser, text) === null) throw new Untold();
}

function whole(parser: Parser): string {
  if (++parser.depth > deepest) throw new Untold();
  const condition = operation(parser);
  let text = condition;
  if (take(parser, '?') !== null) {
    const then = whole(parser);
    expect(parser, ':');
    text = `${condition} ? ${then} : ${whole(parser)}`;
  }
  parser.depth--;
  return text;
}

const operators: Record<string, string> = { '===': '==', '!==': '!=', AND: 'and', OR: 'or' };
const known = '|| && ?? === !== == != <= >= < > + - * / % in and or AND OR'.split(' ');

/** The operators bind in both languages alike, so their order can stay as it is. */
function operation(parser: Parser): string {
  let text = unary(parser);
  for (;;) {
    const operator = take(parser, ...known);
    if (operator === null) return text;
    text = `${text} ${operators[operator] ?? operator} ${unary(parser)}`;
  }
}

function unary(parser: Parser): string {
  const operator = take(parser, '!', '-', 'not', 'NOT');
  if (operator === null) return chain(parser);
  if (++parser.depth > deepest) throw new Untold();
  const operand = unary(parser);
  parser.depth--;
  return operator.toLowerCase() === 'not' ? `not ${operand}` : `${operator}${operand}`;
}

function chain(parser: Parser): string {
  let text = primary(parser);
  for (;;) {
    const link = take(parser, '.', '?.', '[');
    if (link === null) return text;
    if (link === '[' || (link === '?.' && take(parser, '[') !== null)) {
      const index = whole(parser);
      expect(parser, ']');
      text = `${text}${parser.isStrict ? '' : '?.'}[${index}]`;
    } else text = member(parser, text);
  }
}

/** Methods that are functions of the native language. */
const asFunctions: Record<string, string> = {
  trim: 'trim',
  toLowerCase: 'lower',
  toUpperCase: 'upper',
  split: 'split',
  startsWith: 'startswith',
  endsWith: 'endswith',
  toString: 'text',
};
const asMethods = ['includes', 'join', 'slice'];
const withArrow = ['map', 'filter', 'find', 'some', 'every'];

function member(parser: Parser, receiver: string): string {
  const name = peek(parser);
  if (name?.type !== 'name') throw new Untold();
  parser.at++;
  const dot = parser.isStrict ? '.' : '?.';
  if (!isNext(parser, '(')) return `${receiver}${keyLink(name.text, dot)}`;
  parser.at++;
  if (withArrow.includes(name.text)) return `${receiver}${dot}${name.text}(${arrow(parser)})`;
  const values = items(parser, ')', whole);
  const called = asFunctions[name.text];
  if (called !== undefined) return `${called}(${[receiver, ...values].join(', ')})`;
  if (asMethods.includes(name.text)) return `${receiver}${dot}${name.text}(${values.join(', ')})`;
  return positionOf(name.text, receiver, values);
}

/** Where a member of a list or a part of a text is meant by its place. */
function positionOf(method: string, receiver: string, values: string[]): string {
  const [from = '', to = ''] = values;
  const isPlace = (text: string) => /^\d+$/.test(text);
  if (method === 'pop' && values.length === 0) return `${receiver}?.[-1]`;
  if (method === 'shift' && values.length === 0) return `${receiver}?.[0]`;
  if (method === 'at' && /^-?\d+$/.test(from)) return `${receiver}?.[${from}]`;
  if (method === 'charAt' && isPlace(from)) return `${receiver}?.slice(${from}, ${Number(from) + 1})`;
  if (method === 'substring' && values.every(isPlace) && (to === '' || Number(from) <= Number(to))) {
    return `${receiver}?.slice(${values.join(', ')})`;
  }
  throw new Untold();
}

function arrow(parser: Parser): string {
  const isWrapped = take(parser, '(') !== null;
  const parameter = peek(parser);
  if (parameter?.type !== 'name') throw new Untold();
  parser.at++;
  if (isWrapped) expect(parser, ')');
  expect(parser, '=>');
  if (isNext(parser, '{')) throw new Untold();
  parser.locals = [...parser.locals, parameter.text];
  const body = whole(parser);
  parser.locals = parser.locals.slice(0, -1);
  expect(parser, ')');
  return `${parameter.text} => ${body}`;
}

function items(parser: Parser, close: string, one: (parser: Parser) => string): string[] {
  const found: string[] = [];
  while (take(parser, close) === null) {
    found.push(one(parser));
    if (take(parser, ',') === null && !isNext(parser, close)) throw new Untold();
  }
  return found;
}

const constants: Record<string, string> = {
  true: 'true',
  false: 'false',
  null: 'null',
  undefined: 'null',
  True: 'true',
  False: 'false',
  None: 'null',
};

function primary(parser: Parser): string {
  const token = peek(parser);
  parser.at++;
  if (token === undefined) throw new Untold();
  if (token.type === 'number') return token.text;
  if (token.type === 'text') return textOf(token.parts, parser);
  if (token.type === 'inner') return inside(token.tokens, parser);
  if (token.type === 'name') return constants[token.text] ?? called(token.text, parser) ?? named(token.text, parser);
  if (token.text === '(') {
    const inner = whole(parser);
    expect(parser, ')');
    return `(${inner})`;
  }
  if (token.text === '[') return `[${items(parser, ']', whole).join(', ')}]`;
  if (token.text === '{') return `{ ${items(parser, '}', entry).join(', ')} }`;
  throw new Untold();
}

function entry(parser: Parser): string {
  const key = peek(parser);
  parser.at++;
  if (key?.type === 'text' && key.parts.length === 1) {
    expect(parser, ':');
    return `${JSON.stringify(key.parts[0])}: ${whole(parser)}`;
  }
  if (key?.type !== 'name') throw new Untold();
  return `${key.text}: ${take(parser, ':') === null ? named(key.text, parser) : whole(parser)}`;
}

function inside(tokens: Token[], parser: Parser): string {
  const native = translated(tokens, parser.path, parser.locals, false);
  if (native === null) throw new Untold();
  return `(${native})`;
}

/** A text with something put into it is the sum of its parts. */
function textOf(parts: (string | Token[])[], parser: Parser): string {
  if (parts.length === 1) return JSON.stringify(parts[0]);
  const sum = parts.flatMap((part, index) => {
    if (typeof part !== 'string') return [inside(part, parser)];
    return part === '' && index > 0 ? [] : [JSON.stringify(part)];
  });
  return `(${sum.join(' + ')})`;
}

const functions =
  'len contains startswith endswith lower upper trim split join keys values now number text empty'.split(' ');
const otherNames: Record<string, string> = {
  starts_with: 'startswith',
  ends_with: 'endswith',
  length: 'len',
  String: 'text',
  Number: 'number',
  'Object.keys': 'keys',
  'Object.values': 'values',
};

function called(name: string, parser: Parser): string | null {
  if (name === 'new') return timeNow(parser);
  const start = parser.at;
  const method = name === 'Object' && take(parser, '.') !== null ? peek(parser) : undefined;
  if (method?.type === 'name') parser.at++;
  const full = method?.type === 'name' ? `${name}.${method.text}` : name;
  const native = otherNames[full] ?? (functions.includes(full) ? full : undefined);
  if (native === undefined || take(parser, '(') === null) {
    parser.at = start;
    return null;
  }
  return `${native}(${items(parser, ')', whole).join(', ')})`;
}

/** `new Date().toISOString()` */
function timeNow(parser: Parser): string {
  for (const text of ['Date', '(', ')', '.', 'toISOString', '(', ')']) expect(parser, text);
  return 'now()';
}

function keyLink(key: string, dot: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `${dot}${key}` : `${dot === '.' ? '' : dot}[${JSON.stringify(key)}]`;
}

/** A name with all the keys that are written after it, until something is called or looked up. */
function named(name: string, parser: Parser): string {
  const keys = [name];
  while (isNext(parser, '.', '?.')) {
    const [key, after] = [parser.tokens[parser.at + 1], parser.tokens[parser.at + 2]];
    if (key?.type !== 'name' || (after?.type === 'symbol' && after.text === '(')) break;
    keys.push(key.text);
    parser.at += 2;
  }
  if (isNext(parser, '(')) throw new Untold();
  const isLocal = parser.locals.includes(name);
  const { root, keys: rest, isSure } = isLocal ? { root: name, keys: keys.slice(1), isSure: true } : parser.path(keys);
  const isOpen = isNext(parser, '.', '?.', '[');
  if (rest.length === 0 && !isSure && !parser.isStrict && !isOpen) return `(${root} ?? null)`;
  return rest.reduce((text, key) => text + keyLink(key, parser.isStrict ? '.' : '?.'), root);
}
