// Asks every condition, collects what the failing ones say in computed.validation_errors, and takes one of two ways. What
// looks outside of the run is work, claimed and recorded; the rest is decided.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { expression, lazy, target } from './contract/field-kinds.ts';
import type { DecideContext } from './contract/node-context.ts';
import type { Change } from './contract/outcome.ts';
import { evaluatePrecondition, type Seen } from './parts/evaluate-precondition.ts';
import { lookOutside, outsideChecksIn } from './parts/look-outside.ts';
import { isPostponed } from './parts/postponed.ts';
import { conditionOf, type Precondition, preconditionWithMessage } from './parts/precondition.ts';

const written = z.union([z.strictObject({ if: expression(), message: z.string() }), preconditionWithMessage]);
type Written = z.infer<typeof written>;

const fields = z.strictObject({ conditions: lazy(z.array(written).min(1)), valid: target(), invalid: target() });
type Fields = z.infer<typeof fields>;

type Asked = { condition: Precondition; message: string };
const askedBy = (one: Written): Asked => ({
  condition: 'if' in one ? one.if : conditionOf(one),
  message: one.message,
});

/** What cannot be answered does not hold. */
function holds({ condition }: Asked, ctx: DecideContext, seen?: Seen): boolean {
  try {
    return evaluatePrecondition(condition, ctx, seen);
  } catch (error) {
    if (isPostponed(error)) throw error;
    return false;
  }
}

function judge(node: Fields, asked: Asked[], ctx: DecideContext, seen?: Seen) {
  const errors = asked.filter((one) => !holds(one, ctx, seen)).map(({ message }) => ctx.renderText(message));
  const result = errors.length === 0;
  const to = result ? node.valid : node.invalid;
  const changes: Change[] = [{ op: 'set', path: 'computed.validation_errors', value: errors }];
  return {
    result: { valid: result, errors },
    to,
    branch: { condition: 'every condition holds', result, to },
    changes,
  };
}

export const validate = defineNode({
  type: 'validate',
  group: 'control',
  summary: 'Checks several conditions at once and says which do not hold.',
  fields,
  writes: () => ['computed.validation_errors'],
  neverFallsThrough: true,
  acts: (node) => node.conditions.some((one) => outsideChecksIn(askedBy(one).condition).length > 0),
  idempotent: () => true,
  decide: (node, ctx) => ({ kind: 'complete', ...judge(node, node.conditions.map(askedBy), ctx) }),
  async execute(node, ctx) {
    const asked = node.conditions.map(askedBy);
    const seen = await lookOutside(
      asked.map(({ condition }) => condition),
      ctx,
    );
    const { result, ...sideResults } = judge(node, asked, ctx.data, seen);
    return { ok: true, result, sideResults };
  },
});
