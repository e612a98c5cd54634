// Asks every condition, collects what the failing ones say in computed.validation_errors, and takes one of two ways.
import { z } from 'zod';
import { type DecideContext, defineNode } from './define-node.ts';
import { evaluatePrecondition } from './parts/evaluate-precondition.ts';
import { expressionsOf, type Precondition, preconditionWithMessage } from './parts/precondition.ts';

const written = z.union([z.strictObject({ if: z.string(), message: z.string() }), preconditionWithMessage]);
type Written = z.infer<typeof written>;

const fields = z.strictObject({ conditions: z.array(written).min(1), valid: z.string(), invalid: z.string() });
type Fields = z.infer<typeof fields>;

function conditionOf(one: Written): Precondition {
  if ('if' in one) return one.if;
  const { message, ...condition } = one;
  return condition as Precondition;
}

function complaintsOf(conditions: Written[], ctx: DecideContext): string[] {
  return conditions
    .filter((one) => !evaluatePrecondition(conditionOf(one), ctx))
    .map(({ message }) => ctx.renderText(message));
}

export const validate = defineNode<Fields>({
  type: 'validate',
  group: 'control',
  summary: 'Checks several conditions at once and says which do not hold.',
  fields,
  targets: (node) => [
    { path: ['valid'], target: node.valid },
    { path: ['invalid'], target: node.invalid },
  ],
  expressions: (node) =>
    node.conditions.flatMap((one, index) =>
      'if' in one
        ? [{ path: ['conditions', index, 'if'], text: one.if }]
        : expressionsOf(conditionOf(one), ['conditions', index]),
    ),
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
