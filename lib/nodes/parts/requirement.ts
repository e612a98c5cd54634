// What must be so before a run starts: any precondition, and checks that look outside of the run (a program, a file, a
// Python module). Those are asked once, by the console, before anything exists; a node of a running workflow has none.
import { z } from 'zod';
import { expression } from '../contract/field-kinds.ts';
import {
  type Combination,
  dataChecks,
  describePrecondition,
  type Precondition,
  type TypedPrecondition,
  typed,
} from './precondition.ts';

const word = z.string().min(1);
const tool = word.describe('The name of a program, or its path');
const path = word.describe('Absolute, or from the directory in which the console was started');

const toolCheck = typed('tool_check', {
  tool,
  capability: z.enum(['available', 'version_gte']),
  args: z.strictObject({ version: word }).optional(),
}).refine(({ capability, args }) => capability === 'available' || args !== undefined, {
  path: ['args'],
  message: 'must be given',
});

const pathCheck = typed('path_check', {
  path,
  check: z.enum(['exists', 'is_file', 'is_directory', 'contains_text']),
  args: z.strictObject({ text: word }).optional(),
}).refine(({ check, args }) => check !== 'contains_text' || args !== undefined, {
  path: ['args'],
  message: 'must be given',
});

const outsideChecks = [
  typed('tool_available', { tool }),
  typed('file_exists', { path }),
  typed('directory_exists', { path }),
  typed('python_module_available', { module: word }),
  toolCheck,
  pathCheck,
] as const;

/** Part of the language, and refused in words: whether a network is there says nothing about the next request. */
const networkAvailable = typed('network_available', { target: z.unknown().optional() }).refine(() => false, {
  message: 'is not supported: "network_available" cannot be checked; let the node that needs the network fail and ask',
});

export type OutsideCheck = z.infer<(typeof outsideChecks)[number]>;
export type RequiredCombination = { type: Combination['type']; conditions: RequiredCondition[] };
export type RequiredCondition = string | Exclude<TypedPrecondition, Combination> | OutsideCheck | RequiredCombination;
/** A condition with something to say when it does not hold. */
export type Requirement = string | (Exclude<RequiredCondition, string> & { message?: string });

const combination = (type: Combination['type']) =>
  z.strictObject({
    type: z.literal(type),
    get conditions(): z.ZodType<RequiredCondition[]> {
      return z.array(condition);
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

const condition = z.union([expression(), z.discriminatedUnion('type', members)]) as z.ZodType<RequiredCondition>;

const message = z.string().optional().describe('What is said when it does not hold');

export const requirement = z.union([
  expression(),
  z.discriminatedUnion('type', members.map((member) => member.safeExtend({ message })) as unknown as typeof members),
]) as z.ZodType<Requirement>;

const outsideTypes = new Set<string>(outsideChecks.map(({ shape }) => shape.type.value));

export function isOutsideType(type: string): boolean {
  return outsideTypes.has(type);
}

export function isOutsideCheck(condition: RequiredCondition): condition is OutsideCheck {
  return typeof condition !== 'string' && outsideTypes.has(condition.type);
}

export function conditionOf(one: Requirement): RequiredCondition {
  if (typeof one === 'string') return one;
  const { message: _, ...rest } = one;
  return rest as RequiredCondition;
}

export const describeRequirement = (condition: RequiredCondition) => describePrecondition(condition as Precondition);
