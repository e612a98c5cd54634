import type { RunState } from '../../engine/state.ts';

export type SnapshotStore = {
  /** The newest one in the shape of today; those of another version are passed over. */
  readSnapshot(runId: string, atOrBefore?: number): Promise<RunState | null>;
};
