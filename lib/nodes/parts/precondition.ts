// What a condition may say: an expression, or one of these typed checks of the run's data, alone or combined. All are
// pure: a check that must look outside the run (a file, a tool, the network) is a requirement's, see requirement.ts.
import { z } from 'zod';
import { expression } from '../contract/field-kinds.ts';

const path = expression().describe('A path as expressions write it, like computed.config.sources[0].id');
const flag = expression('flags').regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
  message: 'use letters, digits and _, and start with a letter or _',
});
const given = z.unknown().refine((value) => value !== undefined, { message: 'must be given' });
const count = z.number().int().min(0);

/** `operator: true` and `operator: null` are what an author writes without thinking of quotes. */
const operator = z.literal(['equals', 'not_equals', 'null', 'not_null', 'true', 'false', 'in', true, false, null]);

export const typed = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

const stateCheck = typed('state_check', { field: path, operator, value: z.unknown().optional() }).refine(
  (check) => check.value !== undefined || !['equals', 'not_equals', 'in'].includes(String(check.operator)),
  { path: ['value'], message: 'must be given' },
);

export const dataChecks = [
  typed('flag_set', { flag }),
  typed('flag_not_set', { flag }),
  typed('state_equals', { field: path, value: given }),
  typed('state_not_null', { field: path }),
  typed('state_is_null', { field: path }),
  typed('count_equals', { field: path, count }),
  typed('count_above', { field: path, min: count }),
  typed('count_below', { field: path, max: count }),
  typed('fetch_succeeded', { from: path }),
  typed('fetch_returned_content', { from: path }),
  typed('fetch_check', { from: path, aspect: z.enum(['succeeded', 'has_content']) }),
  typed('evaluate_expression', { expression: expression() }),
  stateCheck,
] as const;

export type Combination = {
  type: 'all_of' | 'any_of' | 'none_of' | 'xor_of';
  conditions: Precondition[];
};
export type TypedPrecondition = z.infer<(typeof dataChecks)[number]> | Combination;
export type Precondition = string | TypedPrecondition;

const combination = (type: Combination['type']) =>
  z.strictObject({
    type: z.literal(type),
    get conditions(): z.ZodType<Precondition[]> {
      return z.array(precondition);
    },
  });

const members = [
  ...dataChecks,
  combination('all_of'),
  combination('any_of'),
  combination('none_of'),
  combination('xor_of'),
] as const;

const typedPrecondition = z.discriminatedUnion('type', members);

export const precondition: z.ZodType<Precondition> = z.union([expression(), typedPrecondition]);

/** A typed check with something to say when it does not hold. */
export const preconditionWithMessage = z.discriminatedUnion(
  'type',
  members.map((member) => member.safeExtend({ message: z.string() })) as unknown as typeof members,
) as unknown as z.ZodType<TypedPrecondition & { message: string }>;

/** In a few words, for the trace. */
export function describePrecondition(condition: Precondition): string {
  if (typeof condition === 'string') return condition;
  const { type, ...rest } = condition;
  if (type === 'evaluate_expression') return condition.expression;
  if ('conditions' in condition) return `${type}(${condition.conditions.map(describePrecondition).join(', ')})`;
  const words = Object.values(rest).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return [type, ...words].join(' ');
}
