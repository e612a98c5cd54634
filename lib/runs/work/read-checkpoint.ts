// A checkpoint in the shape of today. What was kept in another version is folded anew from the events up to it; the copies
// that a fork has are of events of the other run, which may be gone, and are brought up to date as they stand.
import type { Needs } from '../../console/console.ts';
import type { EventOf } from '../../engine/events.ts';
import { type CheckpointState, checkpointState } from '../../engine/rewind/rewind.ts';
import { stateVersion } from '../../engine/state.ts';
import { upgradeState } from '../../engine/upgrade-state.ts';
import type { CheckpointRecord } from '../../store/contract/checkpoints.ts';
import { stateAt } from './live-run.ts';

export type Checkpoint = CheckpointRecord & { state: CheckpointState };

/** Null when that event made no checkpoint. */
export async function checkpointAt(house: Needs<'store'>, runId: string, seq: number): Promise<CheckpointState | null> {
  const [event] = await house.store.readEvents(runId, { after: seq - 1, limit: 1 });
  const state = event?.type === 'checkpoint_created' ? await stateAt(house, runId, seq) : null;
  return state && checkpointState(state, event as EventOf<'checkpoint_created'>);
}

export async function readCheckpoint(house: Needs<'store'>, runId: string, name: string): Promise<Checkpoint | null> {
  const kept = await house.store.readCheckpoint(runId, name);
  if (!kept || kept.version === stateVersion) return kept as Checkpoint | null;
  const state =
    (await checkpointAt(house, runId, kept.seq)) ?? upgradeState(kept.state as CheckpointState, kept.version);
  return { ...kept, version: stateVersion, state };
}
