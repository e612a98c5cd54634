// A typed condition as an expression that means the same: whatever is missing is null, numbers and booleans are also read from
// texts, and what cannot be compared is not larger, smaller or equal.
import type { Findings } from '../../problems/findings.ts';
import { nearest } from '../../problems/suggest.ts';
import { childOf, type Place, type SourceNode } from '../../source/source-tree.ts';
import { givenIn, textIn } from '../borrowed-tree.ts';
import { isMap } from './graph-file.ts';
import type { Variables } from './variables.ts';

const comparisons: Record<string, string> = {
  GreaterThan: '>',
  LessThan: '<',
  GreaterThanOrEqual: '>=',
  LessThanOrEqual: '<=',
};
const operators = [
  'Equals',
  'NotEquals',
  ...Object.keys(comparisons),
  'Contains',
  'NotContains',
  'IsEmpty',
  'IsNotEmpty',
];
const unary = new Set(['IsEmpty', 'IsNotEmpty']);

export type Fault = { message: string; place: Place; suggestion?: string | undefined };

type Constant = string | number | boolean | null;
/** A value that is written in the file, or a path of the run's data. */
type Operand = { constant: Constant } | { path: string };

/** What keeps a condition from being read; null when nothing does. */
export function conditionFault(written: SourceNode | undefined, origin: { place: Place }): Fault | null {
  if (!isMap(written)) return { message: 'it has no condition', place: written?.place ?? origin.place };
  const operator = textIn(written, 'operator');
  if (operator === undefined) return { message: 'its condition has no "operator"', place: written.place };
  if (!operators.includes(operator)) {
    const near = nearest(operator, operators);
    return {
      message: `"${operator}" is not an operator of a condition`,
      place: childOf(written, 'operator')?.place ?? written.place,
      suggestion: near === undefined ? `the operators are ${operators.join(', ')}` : `did you mean "${near}"?`,
    };
  }
  for (const side of unary.has(operator) ? ['left'] : ['left', 'right']) {
    const value = givenIn(written, side)?.value;
    if (!value || !isOperand(value)) {
      const message = `its condition has ${value ? `something else than a variable or a literal on its ${side} side` : `no ${side} side`}`;
      return { message, place: value?.place ?? written.place };
    }
  }
  return null;
}

function isOperand(node: SourceNode): boolean {
  if (node.kind === 'scalar') return true;
  if (textIn(node, 'node') !== undefined && textIn(node, 'field') !== undefined) return true;
  const type = textIn(node, 'type');
  if (type === 'Variable') return childOf(node, 'name')?.kind === 'scalar';
  return type === 'Literal' && literalOf(childOf(node, 'value')) !== undefined;
}

/** `{ type: Number, value: 3 }`, or the bare value. */
function literalOf(node: SourceNode | undefined): Constant | undefined {
  if (node?.kind === 'scalar') return node.value;
  const value = childOf(node, 'value');
  if (value?.kind !== 'scalar') return undefined;
  return textIn(node, 'type') === 'String' ? value.text : value.value;
}

/** The condition must have no fault. */
export function conditionText(written: SourceNode, variables: Variables, findings: Findings): string {
  const operator = textIn(written, 'operator') ?? '';
  const read = (side: string) => operandOf(childOf(written, side), variables, findings);
  const left = read('left');
  if (unary.has(operator)) return `${operator === 'IsEmpty' ? '' : '!'}empty(${code(left)})`;
  const right = read('right');
  const comparison = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
  if (comparison) return comparisonText(left, comparison, right);
  const not = operator.startsWith('Not') ? '!' : '';
  if (operator.endsWith('Equals')) return `${not}alike(${code(left)}, ${code(right)})`;
  return `${not}contains(${words(left, right)}, ${words(right, left)})`;
}

function operandOf(node: SourceNode | undefined, variables: Variables, findings: Findings): Operand {
  if (!node || node.kind === 'scalar') return { constant: node?.value ?? null };
  if (textIn(node, 'type') === 'Literal') return { constant: literalOf(childOf(node, 'value')) ?? null };
  const name = textIn(node, 'name') ?? `${textIn(node, 'node')}.${textIn(node, 'field')}`;
  const path = variables.pathOf(name, givenIn(node, 'name')?.value ?? node, findings);
  return path === null ? { constant: null } : { path };
}

const code = (one: Operand) => ('path' in one ? `${one.path} ?? null` : literalText(one.constant));

function literalText(value: Constant): string {
  if (typeof value !== 'string') return String(value);
  return /^[^'\\\p{Cc}]*$/u.test(value) ? `'${value}'` : JSON.stringify(value);
}

const numeric = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function comparisonText(left: Operand, operator: string, right: Operand): string {
  const sides = [left, right].map((one) => {
    if ('path' in one) return { text: `number(${one.path} ?? null)`, isKnown: false };
    const value = typeof one.constant === 'string' && numeric.test(one.constant) ? Number(one.constant) : one.constant;
    return typeof value === 'number' ? { text: String(value), isKnown: true } : null;
  });
  const [a, b] = sides;
  if (!a || !b) return 'false';
  const guards = [a, b].flatMap(({ text, isKnown }) => (isKnown ? [] : [`${text} != null`]));
  return [...guards, `${a.text} ${operator} ${b.text}`].join(' && ');
}

/** As JSON reads, where null is a word: it matters only to who looks for a part of that word. */
function words(one: Operand, other: Operand): string {
  if ('constant' in one) return literalText(one.constant === null ? 'null' : String(one.constant));
  const isPart = 'path' in other || 'null'.includes(String(other.constant));
  return `text(${one.path} ?? ${isPart ? "'null'" : "''"})`;
}
