// What the effects of one action have done so far, in order, and how their failure is told.

import type { DecideContext } from '../contract/node-context.ts';
import type { Change, CheckpointMade, NodeError } from '../contract/outcome.ts';
import { isNeedsValue } from '../parts/large-value.ts';
import type { EffectResult } from './define-effect.ts';

export type EffectRecord = {
  changes: Change[];
  messages: string[];
  warnings: string[];
  checkpoints: CheckpointMade[];
  to?: string;
};

export const nothingDone = (): EffectRecord => ({ changes: [], messages: [], warnings: [], checkpoints: [] });

export function recordEffect(done: EffectRecord, result: EffectResult, data: DecideContext): void {
  for (const change of result.changes ?? []) {
    data.apply(change);
    done.changes.push(change);
  }
  if (result.message !== undefined) done.messages.push(result.message);
  if (result.warning !== undefined) done.warnings.push(result.warning);
  if (result.checkpoint) done.checkpoints.push({ ...result.checkpoint, after: done.changes.length });
  if (result.to !== undefined) done.to = result.to;
}

export function effectFailure(place: string, error: unknown): NodeError {
  if (isNeedsValue(error)) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  return { code: 'effect_failed', message: `${place}: ${reason}` };
}
