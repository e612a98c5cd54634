// Tokens to a tree, by precedence climbing. The grammar is closed: what is not listed here is refused when it is read,
// so an evaluator never meets a call, an operator or a statement that it does not know.

import { nearest } from '../problems/suggest.ts';
import { expressionError } from './expression-error.ts';
import { functions, methods } from './functions.ts';
import { type Token, tokenize } from './tokens.ts';
import type { Arrow, BinaryOperator, Expression, Link } from './tree.ts';
import { limits } from './values.ts';

type Parser = { tokens: Token[]; index: number; depth: number };

const precedences: ReadonlyMap<string, number> = new Map([
  ['??', 1],
  ['||', 2],
  ['&&', 3],
  ['==', 5],
  ['!=', 5],
  ['<', 6],
  ['<=', 6],
  ['>', 6],
  ['>=', 6],
  ['in', 6],
  ['not in', 6],
  ['+', 7],
  ['-', 7],
  ['*', 8],
  ['/', 8],
  ['%', 8],
]);
/** `not a == b` is `not (a == b)`, while `!a == b` is `(!a) == b`. */
const precedenceBelowNot = 5;

const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const keywords = new Set(['true', 'false', 'null', 'and', 'or', 'not', 'in']);

/** Throws an ExpressionError with the place of the first problem. */
export function parseTokens(text: string): Expression {
  if (text.length > limits.sourceLength) {
    throw expressionError(`the expression is longer than ${limits.sourceLength} characters`, limits.sourceLength);
  }
  const parser: Parser = { tokens: tokenize(text), index: 0, depth: 0 };
  if (peek(parser).type === 'end') throw expressionError('the expression is empty', 0);
  const expression = parseWhole(parser);
  if (peek(parser).type !== 'end') throw unexpected(peek(parser));
  return expression;
}

function peek(parser: Parser, ahead = 0): Token {
  return parser.tokens[Math.min(parser.index + ahead, parser.tokens.length - 1)] as Token;
}

function isSymbol(token: Token, text: string): boolean {
  return token.type === 'symbol' && token.text === text;
}

function take(parser: Parser, symbol: string): boolean {
  if (!isSymbol(peek(parser), symbol)) return false;
  parser.index++;
  return true;
}

function expect(parser: Parser, symbol: string): void {
  if (!take(parser, symbol)) throw unexpected(peek(parser), `expected "${symbol}"`);
}

function unexpected(token: Token, wanted?: string) {
  const hint = wanted ? `; ${wanted}` : '';
  if (token.type === 'end') return expressionError(`the expression ends too early${hint}`, token.offset);
  if (isSymbol(token, '=>')) {
    return expressionError('an arrow is only allowed in .map(), .filter(), .find(), .some(), .every()', token.offset);
  }
  const shown = token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text;
  return expressionError(`unexpected ${token.type === 'string' ? shown : `"${shown}"`}${hint}`, token.offset);
}

function nested<Result>(parser: Parser, parse: () => Result): Result {
  if (++parser.depth > limits.depth) {
    throw expressionError(`the expression is nested more than ${limits.depth} levels deep`, peek(parser).offset);
  }
  const result = parse();
  parser.depth--;
  return result;
}

function parseWhole(parser: Parser): Expression {
  return nested(parser, () => {
    const condition = parseBinary(parser, 1);
    if (!take(parser, '?')) return condition;
    const then = parseWhole(parser);
    expect(parser, ':');
    return { kind: 'choice', condition, then, otherwise: parseWhole(parser), offset: condition.offset };
  });
}

function peekOperator(parser: Parser): { operator: BinaryOperator; tokens: number } | null {
  const { type, text } = peek(parser);
  if (type === 'symbol') return precedences.has(text) ? { operator: text as BinaryOperator, tokens: 1 } : null;
  if (type !== 'name') return null;
  if (text === 'and') return { operator: '&&', tokens: 1 };
  if (text === 'or') return { operator: '||', tokens: 1 };
  if (text === 'in') return { operator: 'in', tokens: 1 };
  const next = peek(parser, 1);
  return text === 'not' && next.type === 'name' && next.text === 'in' ? { operator: 'not in', tokens: 2 } : null;
}

function parseBinary(parser: Parser, least: number): Expression {
  let left = parseUnary(parser);
  for (;;) {
    const next = peekOperator(parser);
    const precedence = next ? (precedences.get(next.operator) as number) : 0;
    if (!next || precedence < least) return left;
    const { offset } = peek(parser);
    parser.index += next.tokens;
    const part = { operator: next.operator, operand: parseBinary(parser, precedence + 1), offset };
    const level = left.kind === 'binary' ? precedences.get(left.rest[0]?.operator as string) : undefined;
    if (left.kind === 'binary' && level === precedence) left.rest.push(part);
    else left = { kind: 'binary', first: left, rest: [part], offset: left.offset };
  }
}

function parseUnary(parser: Parser): Expression {
  const { type, text, offset } = peek(parser);
  const isNot = type === 'name' && text === 'not';
  if (!isNot && !(type === 'symbol' && (text === '!' || text === '-'))) return parseChain(parser);
  parser.index++;
  const operand = nested(parser, () => (isNot ? parseBinary(parser, precedenceBelowNot) : parseUnary(parser)));
  if (text !== '-') return { kind: 'unary', operator: '!', operand, offset };
  if (operand.kind !== 'literal' || typeof operand.value !== 'number') {
    return { kind: 'unary', operator: '-', operand, offset };
  }
  return { kind: 'literal', value: -operand.value, offset };
}

function parseChain(parser: Parser): Expression {
  const base = parsePrimary(parser);
  const links: Link[] = [];
  for (;;) {
    const { offset } = peek(parser);
    const optional = take(parser, '?.');
    if (take(parser, '[')) links.push(parseIndex(parser, optional, offset));
    else if (optional || take(parser, '.')) links.push(parseMember(parser, optional, offset));
    else break;
  }
  if (isSymbol(peek(parser), '(')) {
    throw expressionError(`only these can be called: ${[...functions.keys()].join(', ')}`, peek(parser).offset);
  }
  return links.length === 0 ? base : { kind: 'chain', base, links, offset: base.offset };
}

function parseIndex(parser: Parser, optional: boolean, offset: number): Link {
  const index = parseWhole(parser);
  expect(parser, ']');
  const key = index.kind === 'literal' ? index.value : null;
  if (typeof key === 'string' || typeof key === 'number') return { kind: 'key', key, optional, offset };
  return { kind: 'index', index, optional, offset };
}

function parseMember(parser: Parser, optional: boolean, offset: number): Link {
  const token = peek(parser);
  if (token.type !== 'name') throw unexpected(token, 'expected a name after the dot');
  parser.index++;
  if (!isSymbol(peek(parser), '(')) return { kind: 'key', key: token.text, optional, offset };
  const method = methods.get(token.text);
  if (!method) throw unknownMethod(token);
  parser.index++;
  const arrow = method.arrow ? parseArrow(parser, token) : null;
  const values = method.arrow ? [] : parseItems(parser, ')', () => parseWhole(parser));
  if (method.arrow) expect(parser, ')');
  else checkCount(`.${token.text}()`, values.length, method, token.offset);
  return { kind: 'method', method: token.text, arguments: values, arrow, optional, offset };
}

function parseArrow(parser: Parser, method: Token): Arrow {
  const isWrapped = take(parser, '(');
  const parameter = peek(parser);
  const isArrow = isSymbol(peek(parser, isWrapped ? 2 : 1), '=>');
  if (isWrapped && isSymbol(peek(parser, 1), ',')) {
    throw expressionError('an arrow takes one argument', peek(parser, 1).offset);
  }
  if (parameter.type !== 'name' || !isArrow) {
    throw expressionError(`.${method.text}() needs an arrow such as x => x.id`, parameter.offset);
  }
  if (keywords.has(parameter.text)) throw unexpected(parameter, 'expected a name');
  parser.index++;
  if (isWrapped) expect(parser, ')');
  expect(parser, '=>');
  return { parameter: parameter.text, body: parseWhole(parser) };
}

function parsePrimary(parser: Parser): Expression {
  const token = peek(parser);
  const { offset } = token;
  parser.index++;
  if (token.type === 'number' || token.type === 'string') return { kind: 'literal', value: token.value, offset };
  if (token.type === 'name') return parseName(parser, token);
  if (isSymbol(token, '(')) {
    const inner = parseWhole(parser);
    expect(parser, ')');
    return inner;
  }
  if (isSymbol(token, '[')) return { kind: 'list', items: parseItems(parser, ']', () => parseWhole(parser)), offset };
  if (!isSymbol(token, '{')) throw unexpected(token);
  const seen = new Set<string>();
  return { kind: 'object', entries: parseItems(parser, '}', () => parseEntry(parser, seen)), offset };
}

function parseName(parser: Parser, token: Token): Expression {
  const { text, offset } = token;
  const literal = literals.get(text);
  if (literal !== undefined) return { kind: 'literal', value: literal, offset };
  if (keywords.has(text)) throw unexpected(token);
  if (!isSymbol(peek(parser), '(')) return { kind: 'name', name: text, offset };
  const known = functions.get(text);
  if (!known) throw unknownFunction(token);
  parser.index++;
  const values = parseItems(parser, ')', () => parseWhole(parser));
  checkCount(`${text}()`, values.length, known, offset);
  return { kind: 'call', name: text, arguments: values, offset };
}

function parseEntry(parser: Parser, seen: Set<string>): { key: string; value: Expression } {
  const token = peek(parser);
  if (token.type !== 'name' && token.type !== 'string') throw unexpected(token, 'expected a key');
  parser.index++;
  const key = token.type === 'string' ? token.value : token.text;
  if (seen.has(key)) throw expressionError(`the key "${key}" is written twice`, token.offset);
  seen.add(key);
  expect(parser, ':');
  return { key, value: parseWhole(parser) };
}

function parseItems<Item>(parser: Parser, close: string, parseItem: () => Item): Item[] {
  const items: Item[] = [];
  while (!take(parser, close)) {
    items.push(parseItem());
    if (take(parser, ',')) continue;
    expect(parser, close);
    break;
  }
  return items;
}

function checkCount(name: string, count: number, { least, most }: { least: number; most: number }, offset: number) {
  if (count >= least && count <= most) return;
  const wanted = least === most ? `${least}` : `${least} to ${most}`;
  throw expressionError(`${name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${count}`, offset);
}

function unknownFunction({ text, offset }: Token) {
  const near = methods.has(text) ? `list.${text}` : nearest(text, functions.keys());
  const hint = near ? `did you mean ${near}()?` : `there are ${[...functions.keys()].join(', ')}`;
  return expressionError(`"${text}" is not a function; ${hint}`, offset);
}

function unknownMethod({ text, offset }: Token) {
  const method = nearest(text, methods.keys());
  const called = functions.has(text) ? text : nearest(text, functions.keys());
  const all = [...methods.keys()].map((name) => `.${name}`).join(', ');
  let hint = `there are ${all}`;
  if (method) hint = `did you mean .${method}()?`;
  if (called && (functions.has(text) || !method)) hint = `did you mean ${called}(…)?`;
  if (text === 'pop' || text === 'at') hint = 'the last one is [-1]';
  if (text === 'replace' || text === 'replaceAll') hint = 'write join(split(text, "old"), "new")';
  return expressionError(`".${text}" is not a method; ${hint}`, offset);
}
