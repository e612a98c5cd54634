import type { CheckResult } from '../nodes/parts/check-spec.ts';

/** Whether a verdict must not be: a check that has to hold and is not known to. */
export function isFailedCheck({ verdict, on_fail }: Pick<CheckResult, 'verdict' | 'on_fail'>): boolean {
  return on_fail === 'fail' && verdict !== 'pass';
}
