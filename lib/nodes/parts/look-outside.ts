// Conditions that look outside of the run: what they ask is looked at once, all of it, before they are decided. A check that
// cannot be carried out does not hold.
import type { DecideContext, NodeContext } from '../contract/node-context.ts';
import type { Seen } from './evaluate-precondition.ts';
import { isOutsideCheck, type OutsideCheck, type Precondition } from './precondition.ts';

export function outsideChecksIn(condition: Precondition): OutsideCheck[] {
  if (isOutsideCheck(condition)) return [condition];
  if (typeof condition === 'string' || !('conditions' in condition)) return [];
  return condition.conditions.flatMap(outsideChecksIn);
}

/** Every text of such a check is a template, and is text again when it is rendered. */
export function renderedCheck(check: OutsideCheck, ctx: DecideContext): OutsideCheck {
  const rendered = (value: unknown): unknown => {
    if (typeof value === 'string') return ctx.renderText(value);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rendered(one)]));
  };
  return rendered(check) as OutsideCheck;
}

export async function lookOutside(conditions: Precondition[], ctx: NodeContext): Promise<Seen> {
  const seen = new Map<OutsideCheck, boolean>();
  for (const check of conditions.flatMap(outsideChecksIn)) {
    const missing = await ctx.missingOutside(renderedCheck(check, ctx.data));
    if (missing !== null) ctx.output('message', `${missing}\n`);
    seen.set(check, missing === null);
  }
  return seen;
}
