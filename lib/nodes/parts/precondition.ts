// What a condition may say: an expression, or one of these typed checks, alone or combined. Some look outside of the run: at
// a program, a Python module, a file. Whoever asks such a one does work (look-outside), the others are pure.
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

const typed = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

const stateCheck = typed('state_check', { field: path, operator, value: z.unknown().optional() }).refine(
  (check) => check.value !== undefined || !['equals', 'not_equals', 'in'].includes(String(check.operator)),
  { path: ['value'], message: 'must be given' },
);

const dataChecks = [
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

const word = z.string().min(1);
const tool = word.describe('The name of a program, or its path');
const place = word.describe(
  'A path in the workspace; before the run starts, in the folder that it begins with, or absolute',
);

const toolCheck = typed('tool_check', {
  tool,
  capability: z.enum(['available', 'version_gte']),
  args: z.strictObject({ version: word }).optional(),
}).refine(({ capability, args }) => capability === 'available' || args !== undefined, {
  path: ['args'],
  message: 'must be given',
});

const pathCheck = typed('path_check', {
  path: place,
  check: z.enum(['exists', 'is_file', 'is_directory', 'contains_text']),
  args: z.strictObject({ text: word }).optional(),
}).refine(({ check, args }) => check !== 'contains_text' || args !== undefined, {
  path: ['args'],
  message: 'must be given',
});

const outsideChecks = [
  typed('tool_available', { tool }),
  typed('file_exists', { path: place }),
  typed('directory_exists', { path: place }),
  typed('python_module_available', { module: word }),
  toolCheck,
  pathCheck,
] as const;
export type OutsideCheck = z.infer<(typeof outsideChecks)[number]>;

/** Part of the language, and refused in words: whether a network is there says nothing about the next request. */
const networkAvailable = typed('network_available', { target: z.unknown().optional() }).refine(() => false, {
  message: 'is not supported: "network_available" cannot be checked; let the node that needs the network fail and ask',
});

const outsideTypes = new Set<string>(outsideChecks.map(({ shape }) => shape.type.value));

export function isOutsideCheck(condition: Precondition): condition is OutsideCheck {
  return typeof condition !== 'string' && outsideTypes.has(condition.type);
}

export type Combination = {
  type: 'all_of' | 'any_of' | 'none_of' | 'xor_of';
  conditions: Precondition[];
};
export type TypedPrecondition = z.infer<(typeof dataChecks)[number]> | OutsideCheck | Combination;
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
  ...outsideChecks,
  networkAvailable,
  combination('all_of'),
  combination('any_of'),
  combination('none_of'),
  combination('xor_of'),
] as const;

const typedPrecondition = z.discriminatedUnion('type', members);

export const precondition = z.union([expression(), typedPrecondition]) as z.ZodType<Precondition>;

/** Typed checks with something to say when they do not hold. */
const withMessage = (message: z.ZodType) =>
  z.discriminatedUnion('type', members.map((member) => member.safeExtend({ message })) as unknown as typeof members);

export const preconditionWithMessage = withMessage(z.string()) as unknown as z.ZodType<
  TypedPrecondition & { message: string }
>;

/** What must be so before a run starts. It is asked by the console, before anything of the run exists. */
export type Requirement = string | (TypedPrecondition & { message?: string });
export const requirement = z.union([
  expression(),
  withMessage(z.string().optional().describe('What is said when it does not hold')),
]) as unknown as z.ZodType<Requirement>;

/** A check without its message. */
export function conditionOf(one: Requirement): Precondition {
  if (typeof one === 'string') return one;
  const { message: _, ...rest } = one;
  return rest as Precondition;
}

/** In a few words, for the trace. */
export function describePrecondition(condition: Precondition): string {
  if (typeof condition === 'string') return condition;
  const { type, ...rest } = condition;
  if (type === 'evaluate_expression') return condition.expression;
  if ('conditions' in condition) return `${type}(${condition.conditions.map(describePrecondition).join(', ')})`;
  const words = Object.values(rest).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return [type, ...words].join(' ');
}
