// Asks every condition, collects what the failing ones say in computed.validation_errors, and takes one of two ways.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { expression, target } from './contract/field-kinds.ts';
import type { DecideContext } from './contract/node-context.ts';
import { evaluatePrecondition } from './parts/evaluate-precondition.ts';
import { isPostponed } from './parts/postponed.ts';
import { type Precondition, preconditionWithMessage } from './parts/precondition.ts';

const written = z.union([z.strictObject({ if: expression(), message: z.string() }), preconditionWithMessage]);
type Written = z.infer<typeof written>;

const fields = z.strictObject({ conditions: z.array(written).min(1), valid: target(), invalid: target() });

function conditionOf(one: Written): Precondition {
  if ('if' in one) return one.if;
  const { message, ...condition } = one;
  return condition as Precondition;
}

/** What cannot be answered does not hold. */
function holds(one: Written, ctx: DecideContext): boolean {
  try {
    return evaluatePrecondition(conditionOf(one), ctx);
  } catch (error) {
    if (isPostponed(error)) throw error;
    return false;
  }
}

function complaintsOf(conditions: Written[], ctx: DecideContext): string[] {
  return conditions.filter((one) => !holds(one, ctx)).map(({ message }) => ctx.renderText(message));
}

export const validate = defineNode({
  type: 'validate',
  group: 'control',
  summary: 'Checks several conditions at once and says which do not hold.',
  fields,
  writes: () => ['computed.validation_errors'],
  neverFallsThrough: true,
  decide(node, ctx) {
    const errors = complaintsOf(node.conditions, ctx);
    const result = errors.length === 0;
    const to = result ? node.valid : node.invalid;
    return {
      kind: 'complete',
      result: { valid: result, errors },
      to,
      branch: { condition: 'every condition holds', result, to },
      changes: [{ op: 'set', path: 'computed.validation_errors', value: errors }],
    };
  },
});
