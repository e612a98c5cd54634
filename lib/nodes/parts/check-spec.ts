// What a check may say. A check judges what a node did: by an expression, by text in its result, or by a model that looks
// at the evidence. `inline` checks belong to the visit, and one that must hold fails it; those `after` the run only mark it.
import { z } from 'zod';
import { expression } from '../contract/field-kinds.ts';
import type { DecideContext } from '../contract/node-context.ts';
import { isPostponed } from './postponed.ts';

const onFail = z.enum(['fail', 'warn']);
const when = z.enum(['inline', 'after']);
const shared = {
  name: z.string().min(1).optional().describe('What people read; by default what the check says'),
  on_fail: onFail.default('fail'),
  when: when.default('inline').describe('With the visit, or once the run has ended'),
};
const text = z.string().min(1);

const typedCheck = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('expression'),
    if: expression().min(1).describe('Holds when this is true'),
    ...shared,
  }),
  z.strictObject({ type: z.literal('text_present'), text, ...shared }),
  z.strictObject({ type: z.literal('text_absent'), text, ...shared }),
  z.strictObject({ type: z.literal('window_title_matches'), title: text, ...shared }),
  z.strictObject({
    type: z.literal('template_found'),
    template: text.describe('What the picture must show'),
    ...shared,
  }),
  z.strictObject({ type: z.literal('judge'), question: text.describe('What a model must find true'), ...shared }),
]);
type TypedCheck = z.infer<typeof typedCheck>;
export const checkSpec = z.union([expression().min(1).describe('An expression'), typedCheck]);
type WrittenCheck = z.infer<typeof checkSpec>;
export type CheckSpec = TypedCheck & { name: string };

export const verdict = z.enum(['pass', 'fail', 'unknown']);
export const checkResult = z.object({
  name: z.string(),
  verdict,
  on_fail: onFail,
  when,
  reason: z.string().nullable(),
});
export type CheckResult = z.infer<typeof checkResult>;

/** Some are decided from the run's data alone; the others need a model that looks. */
export function isPureCheck({ type }: CheckSpec): boolean {
  return type === 'expression' || type === 'text_present' || type === 'text_absent';
}

function words(check: TypedCheck): string {
  switch (check.type) {
    case 'expression':
      return check.if;
    case 'text_present':
      return `says “${check.text}”`;
    case 'text_absent':
      return `does not say “${check.text}”`;
    case 'window_title_matches':
      return `a window is titled “${check.title}”`;
    case 'template_found':
      return `shows ${check.template}`;
    case 'judge':
      return check.question;
  }
}

/** What people read, with the values of the run; as it is written where they are not there. */
export function checkName({ name }: CheckSpec, { renderText }: Pick<DecideContext, 'renderText'>): string {
  try {
    return renderText(name);
  } catch (error) {
    if (isPostponed(error)) throw error;
    return name;
  }
}

/** All checks of a node under their names; what the node is expected to reach is one more that a model judges. */
export function checksOf(written: WrittenCheck[], expected: string | undefined): CheckSpec[] {
  const checks = written.map((one): CheckSpec => {
    const check: TypedCheck =
      typeof one === 'string' ? { type: 'expression', if: one, on_fail: 'fail', when: 'inline' } : one;
    return { ...check, name: check.name ?? words(check) };
  });
  if (expected === undefined) return checks;
  return [...checks, { type: 'judge', name: expected, question: expected, on_fail: 'fail', when: 'inline' }];
}
