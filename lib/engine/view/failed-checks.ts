import { isFailedCheck } from '../failed-check.ts';
import type { RunState } from '../state.ts';

/** Whether the run completed and yet something that must hold does not: a verdict that is missing counts as failed. */
export function hasFailedChecks({ status, checks }: Pick<RunState, 'status' | 'checks'>): boolean {
  if (status !== 'completed') return false;
  return Object.values(checks ?? {}).some((results) => results.some(isFailedCheck));
}
