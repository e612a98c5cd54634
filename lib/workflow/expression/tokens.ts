// Text to tokens, one character at a time and without patterns, so that the cost is linear whatever the text is.
import { expressionError } from './expression-error.ts';

export type Token =
  | { type: 'number'; value: number; text: string; offset: number }
  | { type: 'string'; value: string; text: string; offset: number }
  | { type: 'name'; text: string; offset: number }
  | { type: 'symbol'; text: string; offset: number }
  | { type: 'end'; text: ''; offset: number };

const symbols = new Set('=> == != <= >= && || ?? ?. < > ! + - * / % ? : . , ( ) [ ] { }'.split(' '));

const foreign = new Map([
  ['===', '"===" is not an operator; "==" is strict already'],
  ['!==', '"!==" is not an operator; "!=" is strict already'],
  ['=', 'an expression cannot assign; to compare, write "=="'],
  ['&', '"&" is not an operator; did you mean "&&"?'],
  ['|', '"|" is not an operator; did you mean "||"?'],
  ['`', 'template strings are not part of expressions; join texts with "+"'],
  [';', 'an expression is one value; ";" is not allowed'],
]);

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['/', '/'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

function isNameStart(character: string | undefined): boolean {
  if (character === undefined) return false;
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character === '_';
}

export function isNameText(text: string): boolean {
  if (!isNameStart(text[0])) return false;
  for (let at = 1; at < text.length; at++) {
    if (!isNameStart(text[at]) && !isDigit(text[at])) return false;
  }
  return true;
}

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === ' ' || character === '\n' || character === '\t' || character === '\r') {
      at++;
      continue;
    }
    const token = readToken(text, at);
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ type: 'end', text: '', offset: text.length });
  return tokens;
}

function readToken(text: string, offset: number): Token {
  const character = text[offset] as string;
  if (isNameStart(character)) {
    let end = offset + 1;
    while (isNameStart(text[end]) || isDigit(text[end])) end++;
    return { type: 'name', text: text.slice(offset, end), offset };
  }
  if (isDigit(character)) return readNumber(text, offset);
  if (character === '"' || character === "'") return readString(text, offset, character);
  for (const length of [3, 2, 1]) {
    const candidate = text.slice(offset, offset + length);
    if (symbols.has(candidate)) return { type: 'symbol', text: candidate, offset };
    const advice = foreign.get(candidate);
    if (advice) throw expressionError(advice, offset);
  }
  const whole = String.fromCodePoint(text.codePointAt(offset) as number);
  throw expressionError(`unexpected character ${JSON.stringify(whole)}`, offset);
}

function readNumber(text: string, offset: number): Token {
  let end = offset;
  const skipDigits = () => {
    while (isDigit(text[end])) end++;
  };
  skipDigits();
  if (text[offset] === '0' && end > offset + 1) throw expressionError('a number cannot start with 0', offset);
  if (text[end] === '.' && isDigit(text[end + 1])) {
    end++;
    skipDigits();
  }
  if (text[end] === 'e' || text[end] === 'E') {
    const sign = text[end + 1] === '+' || text[end + 1] === '-' ? 1 : 0;
    if (isDigit(text[end + 1 + sign])) {
      end += 1 + sign;
      skipDigits();
    }
  }
  if (isNameStart(text[end])) throw expressionError('a name cannot start with a digit', offset);
  const source = text.slice(offset, end);
  const value = Number(source);
  if (!Number.isFinite(value)) throw expressionError('the number is too large', offset);
  return { type: 'number', value, text: source, offset };
}

function readString(text: string, offset: number, quote: string): Token {
  let value = '';
  let at = offset + 1;
  let plainFrom = at;
  for (;;) {
    const character = text[at];
    if (character === undefined) throw expressionError(`the string is never closed with ${quote}`, offset);
    if (character === quote) break;
    if (character !== '\\') {
      at++;
      continue;
    }
    value += text.slice(plainFrom, at);
    const letter = text[at + 1] ?? '';
    if (letter === 'u') {
      value += readCodeUnit(text, at);
      at += 6;
    } else {
      const replacement = escapes.get(letter);
      if (replacement === undefined) throw expressionError(`unknown escape "\\${letter}" in a string`, at);
      value += replacement;
      at += 2;
    }
    plainFrom = at;
  }
  value += text.slice(plainFrom, at);
  return { type: 'string', value, text: text.slice(offset, at + 1), offset };
}

function readCodeUnit(text: string, at: number): string {
  let code = 0;
  for (let digit = at + 2; digit < at + 6; digit++) {
    const value = '0123456789abcdef'.indexOf((text[digit] ?? '?').toLowerCase());
    if (value < 0) throw expressionError('"\\u" needs four hexadecimal digits', at);
    code = code * 16 + value;
  }
  return String.fromCharCode(code);
}
