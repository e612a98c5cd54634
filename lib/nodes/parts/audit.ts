// The parts of a condition one by one: each is asked, whatever the others say, and what it said is kept beside the
// decision. A part that cannot be answered did not pass.
import { z } from 'zod';
import type { DecideContext } from '../contract/node-context.ts';
import type { Change } from '../contract/outcome.ts';
import { computedPath, storeAs } from '../effects/data-path.ts';
import { evaluatePrecondition, type Seen } from './evaluate-precondition.ts';
import { isPostponed } from './postponed.ts';
import { describePrecondition, type Precondition } from './precondition.ts';

export const auditSpec = z.strictObject({
  store_as: storeAs.default('audit_results').describe('Where the results are kept'),
  messages: z
    .record(z.string(), z.string())
    .default({})
    .describe('What is said of a part that did not pass, by its type, its path or its expression'),
});
type AuditSpec = z.infer<typeof auditSpec>;

const partsOf = (condition: Precondition): Precondition[] =>
  typeof condition !== 'string' && 'conditions' in condition ? condition.conditions : [condition];

/** The words by which a message may name a part. */
function namesOf(part: Precondition): string[] {
  if (typeof part === 'string') return [part];
  return Object.values(part).filter((value) => typeof value === 'string');
}

function hasPassed(part: Precondition, ctx: DecideContext, seen?: Seen): boolean {
  try {
    return evaluatePrecondition(part, ctx, seen);
  } catch (error) {
    if (isPostponed(error)) throw error;
    return false;
  }
}

export function auditChanges(
  condition: Precondition,
  { store_as, messages }: AuditSpec,
  ctx: DecideContext,
  seen?: Seen,
): Change[] {
  const results = partsOf(condition).map((part, index) => {
    const passed = hasPassed(part, ctx, seen);
    const named = namesOf(part).find((name) => Object.hasOwn(messages, name));
    const message = passed || named === undefined ? {} : { message: ctx.renderText(messages[named] as string) };
    return { index, condition: describePrecondition(part), passed, ...message };
  });
  const passed = results.filter((one) => one.passed).length;
  const counts = { total: results.length, passed_count: passed, failed_count: results.length - passed };
  const value = { passed: passed === results.length, ...counts, results };
  return [{ op: 'set', path: computedPath(store_as), value }];
}
