// Texts with ${…} in them. A text that is exactly one ${…} keeps the type of its value; any other text stays a text.
// What a template yields is never read as a template again. Where missing names are empty, null is an empty text too.
import { isLargeValue, noValues, wholeValue } from '../nodes/parts/large-value.ts';
import {
  type EvaluateOptions,
  type Expression,
  evaluate,
  isExpressionError,
  type ParseFailure,
  parseExpression,
  type Scope,
  toFailure,
} from './expression/expression.ts';
import { expressionError } from './expression/expression-error.ts';
import { remember } from './expression/remember.ts';
import {
  checkSize,
  isPlainObject,
  limits,
  ownValue,
  type PlainObject,
  setOwn,
  tooLarge,
  toText,
} from './expression/values.ts';

/** `offset` is the place of the expression's first character in the whole text. */
export type TemplateExpression = { expression: Expression; source: string; offset: number };
export type ParsedTemplate = { ok: true; parts: (string | TemplateExpression)[] } | ParseFailure;

const deepestValue = 200;

export const parseTemplate: (text: string) => ParsedTemplate = remember((text) => {
  try {
    return { ok: true, parts: readParts(text) };
  } catch (error) {
    return toFailure(error);
  }
});

function readParts(text: string): (string | TemplateExpression)[] {
  const parts: (string | TemplateExpression)[] = [];
  let literal = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('${', from);
    if (open < 0) break;
    if (open > from && text[open - 1] === '$') {
      literal += `${text.slice(from, open - 1)}\${`;
      from = open + 2;
      continue;
    }
    literal += text.slice(from, open);
    if (literal !== '') parts.push(literal);
    literal = '';
    const offset = open + 2;
    const end = closingBrace(text, offset);
    parts.push(readExpression(text.slice(offset, end), offset));
    from = end + 1;
  }
  literal += text.slice(from);
  if (literal !== '') parts.push(literal);
  return parts;
}

function readExpression(source: string, offset: number): TemplateExpression {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw expressionError(parsed.message, offset + parsed.offset);
  return { expression: parsed.expression, source, offset };
}

/** Braces inside strings do not count; braces of object literals come in pairs. */
function closingBrace(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string;
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '{') depth++;
    else if (character === '}' && depth-- === 0) return at;
  }
  throw expressionError('"${" is never closed; write "$${" for a literal one', from - 2);
}

/** Also true for an escaped `$${`: such a text changes when it is rendered. */
export function hasTemplate(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('${');
  if (typeof value !== 'object' || value === null || depth > deepestValue) return false;
  if (Array.isArray(value)) return value.some((item) => hasTemplate(item, depth + 1));
  return Object.values(value).some((member) => hasTemplate(member, depth + 1));
}

/** Throws an ExpressionError whose offset is a place in `text`. */
export function renderText(text: string, scope: Scope, options?: EvaluateOptions): unknown {
  if (!text.includes('${')) return text;
  const parsed = parseTemplate(text);
  if (!parsed.ok) throw expressionError(parsed.message, parsed.offset);
  const [first] = parsed.parts;
  if (parsed.parts.length === 1 && typeof first === 'object') return renderPart(first, scope, options);
  let rendered = '';
  for (const part of parsed.parts) {
    rendered += typeof part === 'string' ? part : textOf(part, scope, options);
    if (rendered.length > limits.size) throw tooLarge(typeof part === 'string' ? 0 : part.offset);
  }
  return rendered;
}

function textOf(part: TemplateExpression, scope: Scope, options?: EvaluateOptions): string {
  return toText(wholeValue(renderPart(part, scope, options), options?.values ?? noValues), part.offset);
}

function renderPart(part: TemplateExpression, scope: Scope, options?: EvaluateOptions): unknown {
  try {
    const value = evaluate(part.expression, scope, options);
    return value === null && options?.missing === 'empty' ? '' : value;
  } catch (error) {
    if (isExpressionError(error)) error.offset += part.offset;
    throw error;
  }
}

/** Renders every text inside a value; keys stay as they are. The result is fresh, plain data of at most 16 MB, besides what it only passes on. */
export function renderValue(value: unknown, scope: Scope, options?: EvaluateOptions): unknown {
  const rendered = renderInside(value, scope, options, 0);
  if (typeof value !== 'string') checkSize(rendered, 0);
  return rendered;
}

function renderInside(value: unknown, scope: Scope, options: EvaluateOptions | undefined, depth: number): unknown {
  if (typeof value === 'string') return renderText(value, scope, options);
  // What is kept elsewhere is data: it is passed on, and nothing in it is a template.
  if (typeof value !== 'object' || value === null || isLargeValue(value)) return value;
  if (depth > deepestValue) throw expressionError(`the value is nested more than ${deepestValue} levels deep`, 0);
  if (Array.isArray(value)) return value.map((item) => renderInside(item, scope, options, depth + 1));
  if (!isPlainObject(value)) throw expressionError('the value is not plain data', 0);
  const rendered: PlainObject = {};
  for (const key of Object.keys(value))
    setOwn(rendered, key, renderInside(ownValue(value, key), scope, options, depth + 1));
  return rendered;
}
