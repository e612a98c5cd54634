// Walks the tree. Reads only what the scope hands out and own data inside it; writes nothing; asks no clock.
// A missing name is what `missing` says, by default an error that names the path; except left of `??` and from the value
// before a `?.` on: there it is null.
import { noValues, openValue, type Values } from '../../nodes/parts/large-value.ts';
import { expressionError } from './expression-error.ts';
import { type CallContext, callMethod, functions, hasMember } from './functions.ts';
import { evaluateOperator } from './operators.ts';
import { missingMember, missingName, nullRead, pathOf } from './paths.ts';
import type { Arrow, BinaryOperator, Expression, Link } from './tree.ts';
import {
  checkSize,
  isData,
  isPlainObject,
  isTruthy,
  limits,
  memberOf,
  newWork,
  ownValue,
  type PlainObject,
  setOwn,
  spendStep,
  tooLarge,
  typeName,
  type Work,
  wholeOf,
} from './values.ts';

/** Root names of an evaluation. `get` yields undefined for a name that is not set; values are plain JSON data. */
export type Scope = {
  get(name: string): unknown;
  has(name: string): boolean;
  names(): string[];
  /** A name whose parts are null rather than missing: the outputs of a node that was skipped. */
  isAbsent?(name: string): boolean;
};

/** What a reference to something that is not there gives: no value but an error, an empty text, or null. */
export type Missing = 'error' | 'empty' | 'null';

/**
 * `now` is the ISO time that now() yields; `onMissing` hears the path of every missing name that is no error; `values` gives
 * what is too large for the scope, which has a handle in its place.
 */
export type EvaluateOptions = {
  now?: string;
  missing?: Missing;
  onMissing?: ((path: string) => void) | undefined;
  values?: Values;
};

type Name = Expression & { kind: 'name' };
type Locals = { name: string; value: unknown; outer: Locals } | null;
type Evaluation = {
  scope: Scope;
  now: string | null;
  missing: Missing;
  onMissing: EvaluateOptions['onMissing'];
  work: Work;
  locals: Locals;
};

/** The result may share parts with the scope: treat both as frozen. What is only passed on stays a handle. */
export function evaluate(expression: Expression, scope: Scope, options: EvaluateOptions = {}): unknown {
  const { now = null, missing = 'error', onMissing, values = noValues } = options;
  const evaluation: Evaluation = { scope, now, missing, onMissing, work: newWork(values), locals: null };
  const value = walk(expression, evaluation, false);
  checkSize(value, expression.offset);
  return value;
}

function walk(node: Expression, evaluation: Evaluation, lenient: boolean): unknown {
  spendStep(evaluation.work, node.offset);
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'name': {
      const value = readName(node.name, node.offset, evaluation);
      return value === undefined ? missingRoot(node, evaluation, lenient) : wholeOf(value);
    }
    case 'chain':
      return walkChain(node, evaluation, lenient);
    case 'binary':
      return walkBinary(node, evaluation, lenient);
    case 'choice':
      return isTruthy(walk(node.condition, evaluation, lenient))
        ? walk(node.then, evaluation, lenient)
        : walk(node.otherwise, evaluation, lenient);
    case 'unary':
      return walkUnary(node, evaluation, lenient);
    case 'call': {
      const values = node.arguments.map((argument) => opened(walk(argument, evaluation, lenient), evaluation));
      return functions.get(node.name)?.call(values, contextAt(evaluation, node.offset));
    }
    case 'list':
      return node.items.map((item) => walk(item, evaluation, lenient));
    case 'object': {
      const object: PlainObject = {};
      for (const { key, value } of node.entries) setOwn(object, key, walk(value, evaluation, lenient));
      return object;
    }
  }
}

/** What is looked at, where a handle may stand for it. */
function opened(value: unknown, { work }: Evaluation): unknown {
  return openValue(value, work.values);
}

function contextAt(evaluation: Evaluation, offset: number): CallContext {
  return { work: evaluation.work, offset, now: evaluation.now };
}

/** Undefined when there is no such name. */
function readName(name: string, offset: number, evaluation: Evaluation): unknown {
  for (let local = evaluation.locals; local; local = local.outer) if (local.name === name) return local.value;
  const value = evaluation.scope.get(name);
  if (value !== undefined && !isData(value)) throw expressionError(`"${name}" is not plain data`, offset, name);
  return value;
}

function missingRoot({ name, offset }: Name, evaluation: Evaluation, lenient: boolean): unknown {
  if (lenient) return null;
  if (evaluation.missing === 'error') throw missingName(name, evaluation.scope.names(), offset);
  return insteadOf(name, evaluation);
}

/** What a missing reference gives where it is no error: the whole reference, however far it would have led on. */
function insteadOf(path: string, { missing, onMissing }: Evaluation): unknown {
  onMissing?.(path);
  return missing === 'empty' ? '' : null;
}

function walkUnary(node: Expression & { kind: 'unary' }, evaluation: Evaluation, lenient: boolean): unknown {
  const value = walk(node.operand, evaluation, lenient);
  if (node.operator === '!') return !isTruthy(value);
  if (typeof value === 'number') return -value;
  throw expressionError(`"-" needs a number, not ${typeName(value)}`, node.offset);
}

function walkBinary(node: Expression & { kind: 'binary' }, evaluation: Evaluation, lenient: boolean): unknown {
  const { first, rest } = node;
  let value = walk(first, evaluation, lenient || rest[0]?.operator === '??');
  for (let index = 0; index < rest.length; index++) {
    const part = rest[index] as (typeof rest)[number];
    const { operator } = part;
    if (operator === '&&' && !isTruthy(value)) return value;
    if (operator === '||' && isTruthy(value)) return value;
    if (operator === '??' && value !== null) return value;
    const right = walk(part.operand, evaluation, lenient || rest[index + 1]?.operator === '??');
    if (operator === '&&' || operator === '||' || operator === '??') value = right;
    else value = applyOperator(operator, opened(value, evaluation), opened(right, evaluation), evaluation, part.offset);
  }
  return value;
}

function applyOperator(
  operator: Exclude<BinaryOperator, '??' | '||' | '&&'>,
  left: unknown,
  right: unknown,
  evaluation: Evaluation,
  offset: number,
): unknown {
  if (operator === 'in') return hasMember(right, left, '"in"', contextAt(evaluation, offset));
  if (operator === 'not in') return !hasMember(right, left, '"not in"', contextAt(evaluation, offset));
  return evaluateOperator(operator, left, right, evaluation.work, offset);
}

function walkChain(node: Expression & { kind: 'chain' }, evaluation: Evaluation, lenient: boolean): unknown {
  const { base, links } = node;
  const { missing, scope } = evaluation;
  let value = base.kind === 'name' ? readName(base.name, base.offset, evaluation) : walk(base, evaluation, lenient);
  if (value === undefined) return missingRoot(base as Name, evaluation, lenient || links[0]?.optional === true);
  // Where a missing name is no error, the outputs of a skipped node are missing names like others.
  let isLenient = lenient || (missing === 'error' && base.kind === 'name' && scope.isAbsent?.(base.name) === true);
  for (let index = 0; index < links.length; index++) {
    const link = links[index] as Link;
    isLenient ||= link.optional;
    if (value === null) {
      if (isLenient) return null;
      if (missing === 'error') throw nullRead(node, index, link.offset);
      return insteadOf(pathOf(node, index + 1), evaluation);
    }
    if (link.kind === 'method') {
      value = walkMethod(opened(wholeOf(value), evaluation), link, evaluation, lenient);
      continue;
    }
    const key = link.kind === 'key' ? link.key : indexKey(walk(link.index, evaluation, lenient), link.offset);
    value = opened(isOfList(key) ? wholeOf(value) : value, evaluation);
    const member = readMember(value, key);
    if (member === undefined) {
      if (isLenient || links[index + 1]?.optional) return null;
      if (missing === 'error') throw missingMember(node, index, key, value, link.offset);
      return insteadOf(pathOf(node, index + 1), evaluation);
    }
    if (!isData(member)) {
      const path = pathOf(node, index + 1);
      throw expressionError(`"${path}" is not plain data`, link.offset, path);
    }
    value = member;
  }
  return wholeOf(value);
}

/** What only a list has: its places, and how many there are. */
const isOfList = (key: string | number) => typeof key === 'number' || key === 'length';

function indexKey(key: unknown, offset: number): string | number {
  if (typeof key === 'string' || typeof key === 'number') return key;
  throw expressionError(`a key must be a string or a number, not ${typeName(key)}`, offset);
}

function readMember(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) {
    if (key === 'length') return value.length;
    if (typeof key !== 'number' || !Number.isInteger(key)) return undefined;
    const place = key < 0 ? key + value.length : key;
    if (place < 0 || place >= value.length) return undefined;
    return ownValue(value, place) ?? null;
  }
  if (typeof value === 'string') return key === 'length' ? value.length : undefined;
  return isPlainObject(value) ? ownValue(value, key) : undefined;
}

function walkMethod(
  value: unknown,
  link: Link & { kind: 'method' },
  evaluation: Evaluation,
  lenient: boolean,
): unknown {
  const { method, arrow, offset } = link;
  if (!arrow) {
    const values = link.arguments.map((argument) => opened(walk(argument, evaluation, lenient), evaluation));
    return callMethod(method, value, values, contextAt(evaluation, offset));
  }
  if (!Array.isArray(value)) {
    const hint = isPlainObject(value) ? '; values(…) makes a list of an object' : '';
    throw expressionError(`.${method}() needs a list, not ${typeName(value)}${hint}`, offset);
  }
  const { locals } = evaluation;
  const result = walkItems(value, method, arrow, offset, evaluation, lenient);
  evaluation.locals = locals;
  return result;
}

function walkItems(
  list: readonly unknown[],
  method: string,
  arrow: Arrow,
  offset: number,
  evaluation: Evaluation,
  lenient: boolean,
): unknown {
  const outer = evaluation.locals;
  const built: unknown[] = [];
  let size = 0;
  for (let index = 0; index < list.length; index++) {
    const item = memberOf(list, index, offset);
    evaluation.locals = { name: arrow.parameter, value: item, outer };
    const result = walk(arrow.body, evaluation, lenient);
    if (method === 'map') {
      size += typeof result === 'string' ? result.length + 3 : 5;
      if (size > limits.size) throw tooLarge(offset);
      built.push(result);
      continue;
    }
    const holds = isTruthy(result);
    if (method === 'filter' && holds) built.push(item);
    if (method === 'find' && holds) return item;
    if (method === 'some' && holds) return true;
    if (method === 'every' && !holds) return false;
  }
  if (method === 'find') return null;
  if (method === 'some' || method === 'every') return method === 'every';
  return built;
}
