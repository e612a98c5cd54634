// Verdicts of the checks that follow from the run's data alone. What cannot be evaluated has no verdict: it is unknown,
// a warning where a failure would only warn, and a failure where it must hold.

import type { DecideContext } from '../../nodes/contract/node-context.ts';
import { type CheckResult, type CheckSpec, checkName, isPureCheck } from '../../nodes/parts/check-spec.ts';
import { noValues, wholeValue } from '../../nodes/parts/large-value.ts';
import { isPostponed } from '../../nodes/parts/postponed.ts';
import { nodeOf } from '../../workflow/graph.ts';
import type { Draft } from '../events.ts';
import { isFailedCheck } from '../failed-check.ts';
import type { Position } from '../state.ts';
import { decideContext } from './decide-context.ts';
import type { DecisionInput, visitKeys } from './decision-input.ts';

function textOf(result: unknown): string {
  if (typeof result === 'string') return result;
  const { stdout, text } = (result ?? {}) as Record<string, unknown>;
  const words = stdout ?? text;
  return typeof words === 'string' ? words : (JSON.stringify(result) ?? '');
}

function holds(check: CheckSpec, result: () => unknown, ctx: DecideContext): boolean {
  if (check.type === 'expression') return ctx.isTrue(check.if);
  if (check.type === 'text_present') return textOf(result()).includes(ctx.renderText(check.text));
  if (check.type === 'text_absent') return !textOf(result()).includes(ctx.renderText(check.text));
  throw new Error(`a check of type "${check.type}" is not decided from data`);
}

export function evaluateChecks(
  moment: DecisionInput,
  position: Position | null,
  id: string,
  result: unknown,
  when: CheckSpec['when'],
): CheckResult[] {
  const node = nodeOf(moment.graph, id);
  const checks = node.checks.filter((check) => check.when === when && isPureCheck(check));
  if (checks.length === 0) return [];
  const ctx = decideContext(moment, node, position, { result });
  return checks.map((check) => {
    const { on_fail } = check;
    const name = checkName(check, ctx);
    try {
      const isMet = holds(check, () => wholeValue(result, moment.values ?? noValues), ctx);
      return { name, on_fail, when, verdict: isMet ? 'pass' : 'fail', reason: null };
    } catch (error) {
      if (isPostponed(error)) throw error;
      return { name, on_fail, when, verdict: 'unknown', reason: (error as Error).message };
    }
  });
}

/** The first verdict that must not be; null when the work stands. */
export function failedCheck(results: CheckResult[]): CheckResult | null {
  return results.find(isFailedCheck) ?? null;
}

export function checkError({ name, verdict, reason }: CheckResult): { code: string; message: string } {
  const words = verdict === 'fail' ? `the check "${name}" failed` : `the check "${name}" gave no verdict`;
  return { code: 'check_failed', message: reason ? `${words}: ${reason}` : words };
}

/** Each verdict, and a warning for each that only warns. */
export function draftChecks(keys: ReturnType<typeof visitKeys>, results: CheckResult[]): Draft[] {
  return results.flatMap((result): Draft[] => {
    const evaluated: Draft = { type: 'check_evaluated', ...keys, data: result };
    if (result.verdict === 'pass' || isFailedCheck(result)) return [evaluated];
    return [evaluated, { type: 'warning', ...keys, data: { ...checkError(result), code: 'check_warned' } }];
  });
}
