// Arithmetic and comparison: strict, no coercion. "+" also joins texts when one side is a string.
import { expressionError } from './expression-error.ts';
import type { BinaryOperator } from './tree.ts';
import { isEqual, limits, spend, tooLarge, toText, typeName, unitsOfWrittenCharacter, type Work } from './values.ts';

type ValueOperator = Exclude<BinaryOperator, '??' | '||' | '&&' | 'in' | 'not in'>;

export function evaluateOperator(
  operator: ValueOperator,
  left: unknown,
  right: unknown,
  work: Work,
  offset: number,
): unknown {
  switch (operator) {
    case '==':
      return isEqual(left, right, work, offset);
    case '!=':
      return !isEqual(left, right, work, offset);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(operator, left, right, work, offset);
    case '+':
      if (typeof left === 'string' || typeof right === 'string') return concatenate(left, right, work, offset);
      return calculate(operator, left, right, offset);
    default:
      return calculate(operator, left, right, offset);
  }
}

function compare(
  operator: '<' | '<=' | '>' | '>=',
  left: unknown,
  right: unknown,
  work: Work,
  offset: number,
): boolean {
  const isNumbers = typeof left === 'number' && typeof right === 'number';
  const isTexts = typeof left === 'string' && typeof right === 'string';
  if (!isNumbers && !isTexts) throw unfit(operator, 'two numbers or two strings', left, right, offset);
  if (isTexts) spend(work, Math.min(left.length, right.length), offset);
  const [a, b] = [left as number, right as number];
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

function concatenate(left: unknown, right: unknown, work: Work, offset: number): string {
  const [before, after] = [toText(left, offset, work), toText(right, offset, work)];
  const length = before.length + after.length;
  if (length > limits.size) throw tooLarge(offset);
  spend(work, unitsOfWrittenCharacter * length, offset);
  return before + after;
}

function calculate(operator: '+' | '-' | '*' | '/' | '%', left: unknown, right: unknown, offset: number): number {
  if (typeof left !== 'number' || typeof right !== 'number') {
    throw unfit(operator, operator === '+' ? 'two numbers or a string' : 'two numbers', left, right, offset);
  }
  if ((operator === '/' || operator === '%') && right === 0) throw expressionError('division by zero', offset);
  const result = arithmetic[operator](left, right);
  if (!Number.isFinite(result)) throw expressionError(`the result of "${operator}" is too large`, offset);
  return result;
}

const arithmetic = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => left / right,
  '%': (left: number, right: number) => left % right,
};

function unfit(operator: string, wanted: string, left: unknown, right: unknown, offset: number) {
  return expressionError(`"${operator}" needs ${wanted}, not ${typeName(left)} and ${typeName(right)}`, offset);
}
