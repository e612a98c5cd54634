// The public face of the expression language: one parser and one evaluator for server and browser. Closed and pure:
// no code is ever made from text, nothing inherited is ever read, and the same text and scope always give the same result.

import { type EvaluateOptions, evaluate, type Missing, type Scope } from './evaluate.ts';
import { isExpressionError } from './expression-error.ts';
import { parseTokens } from './parse.ts';
import { remember } from './remember.ts';
import { type Expression, type Reference, referencedPaths } from './tree.ts';
import { isTruthy } from './values.ts';

export type { EvaluateOptions, Expression, Missing, Reference, Scope };
export { evaluate, isExpressionError, isTruthy, referencedPaths };

export type ParseFailure = { ok: false; message: string; offset: number };
export type ParsedExpression = { ok: true; expression: Expression } | ParseFailure;

export function toFailure(error: unknown): ParseFailure {
  if (!isExpressionError(error)) throw error;
  return { ok: false, message: error.message, offset: error.offset };
}

export const parseExpression: (text: string) => ParsedExpression = remember((text) => {
  try {
    return { ok: true, expression: parseTokens(text) };
  } catch (error) {
    return toFailure(error);
  }
});

/** A scope over the own properties of one object; nothing is copied. */
export function scopeOf(values: Readonly<Record<string, unknown>>): Scope {
  return {
    get: (name) => (Object.hasOwn(values, name) ? values[name] : undefined),
    has: (name) => Object.hasOwn(values, name) && values[name] !== undefined,
    names: () => Object.keys(values),
  };
}
