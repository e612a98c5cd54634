// What the effects of one action have done so far, in order, and how their failure is told.
import type { Change, CheckpointMade, DecideContext, NodeError } from '../define-node.ts';
import type { Deed } from './define-effect.ts';

export type EffectRecord = { changes: Change[]; messages: string[]; checkpoints: CheckpointMade[]; to?: string };

export const nothingDone = (): EffectRecord => ({ changes: [], messages: [], checkpoints: [] });

export function recordDeed(done: EffectRecord, deed: Deed, data: DecideContext): void {
  for (const change of deed.changes ?? []) {
    data.apply(change);
    done.changes.push(change);
  }
  if (deed.message !== undefined) done.messages.push(deed.message);
  if (deed.checkpoint) done.checkpoints.push({ ...deed.checkpoint, after: done.changes.length });
  if (deed.to !== undefined) done.to = deed.to;
}

export function effectFailure(place: string, error: unknown): NodeError {
  const reason = error instanceof Error ? error.message : String(error);
  return { code: 'effect_failed', message: `${place}: ${reason}` };
}
