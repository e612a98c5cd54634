// Whether a condition holds. A path that leads nowhere is null; a name that is missing in an expression is an error: then it
// is not known whether it holds. Of several, what is known may be enough.
import type { DecideContext } from '../contract/node-context.ts';
import { isSame } from './is-same.ts';
import { isPostponed } from './postponed.ts';
import {
  type Combination,
  isOutsideCheck,
  type OutsideCheck,
  type Precondition,
  type TypedPrecondition,
} from './precondition.ts';

function countOf(field: string, value: unknown): number {
  if (value === null) return 0;
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (typeof value === 'object') return Object.keys(value as object).length;
  throw new Error(`"${field}" is a ${typeof value}, so it cannot be counted`);
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
  return (value as Record<string, unknown>)[key];
}

function fetched(result: unknown, aspect: 'succeeded' | 'has_content'): boolean {
  if (aspect === 'succeeded') {
    const status = memberOf(result, 'status');
    return typeof status === 'number' && status >= 200 && status < 300;
  }
  const content = memberOf(result, 'content');
  return content !== null && countOf('content', content) > 0;
}

function stateHolds(check: Extract<TypedPrecondition, { type: 'state_check' }>, found: unknown, ctx: DecideContext) {
  switch (String(check.operator)) {
    case 'equals':
      return isSame(found, ctx.render(check.value));
    case 'not_equals':
      return !isSame(found, ctx.render(check.value));
    case 'null':
      return found === null;
    case 'not_null':
      return found !== null;
    case 'true':
      return found === true;
    case 'false':
      return found !== true;
    default: {
      const list = ctx.render(check.value);
      if (!Array.isArray(list)) throw new Error(`"in" needs a list for "${check.field}"`);
      return list.some((item) => isSame(item, found));
    }
  }
}

/** Whether one holds; what keeps it from being answered, when it cannot be. */
function answerOf(condition: Precondition, ctx: DecideContext, seen?: Seen): boolean | Error {
  try {
    return evaluatePrecondition(condition, ctx, seen);
  } catch (error) {
    if (isPostponed(error) || !(error instanceof Error)) throw error;
    return error;
  }
}

/** The first that gives this answer decides; without one, what could not be answered keeps the whole from being so. */
function someAnswer(wanted: boolean, conditions: Precondition[], ctx: DecideContext, seen?: Seen): boolean {
  let unknown: Error | null = null;
  for (const condition of conditions) {
    const answer = answerOf(condition, ctx, seen);
    if (answer === wanted) return true;
    if (answer instanceof Error) unknown ??= answer;
  }
  if (unknown) throw unknown;
  return false;
}

/** `xor_of` asks every condition, whatever the others say. */
function combined({ type, conditions }: Combination, ctx: DecideContext, seen?: Seen): boolean {
  switch (type) {
    case 'all_of':
      return !someAnswer(false, conditions, ctx, seen);
    case 'any_of':
      return someAnswer(true, conditions, ctx, seen);
    case 'none_of':
      return !someAnswer(true, conditions, ctx, seen);
    case 'xor_of':
      return conditions.filter((condition) => evaluatePrecondition(condition, ctx, seen)).length === 1;
  }
}

/** What was seen outside, for a condition that looks there. */
export type Seen = ReadonlyMap<OutsideCheck, boolean>;

export function evaluatePrecondition(condition: Precondition, ctx: DecideContext, seen?: Seen): boolean {
  if (typeof condition === 'string') return ctx.isTrue(condition);
  if (isOutsideCheck(condition)) {
    const holds = seen?.get(condition);
    if (holds === undefined) throw new Error(`${condition.type} looks outside of the run, which a decision cannot`);
    return holds;
  }
  const at = (path: string) => ctx.evaluate(`(${path}) ?? null`);
  switch (condition.type) {
    case 'flag_set':
      return at(`flags.${condition.flag}`) === true;
    case 'flag_not_set':
      return at(`flags.${condition.flag}`) !== true;
    case 'state_equals':
      return isSame(at(condition.field), ctx.render(condition.value));
    case 'state_not_null':
      return at(condition.field) !== null;
    case 'state_is_null':
      return at(condition.field) === null;
    case 'count_equals':
      return countOf(condition.field, at(condition.field)) === condition.count;
    case 'count_above':
      return countOf(condition.field, at(condition.field)) > condition.min;
    case 'count_below':
      return countOf(condition.field, at(condition.field)) < condition.max;
    case 'fetch_succeeded':
      return fetched(at(condition.from), 'succeeded');
    case 'fetch_returned_content':
      return fetched(at(condition.from), 'has_content');
    case 'fetch_check':
      return fetched(at(condition.from), condition.aspect);
    case 'evaluate_expression':
      return ctx.isTrue(condition.expression);
    case 'state_check':
      return stateHolds(condition, at(condition.field), ctx);
    default:
      return combined(condition, ctx, seen);
  }
}
