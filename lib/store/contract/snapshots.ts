import type { RunState } from '../../engine/state.ts';

export type SnapshotStore = {
  readSnapshot(runId: string, atOrBefore?: number): Promise<RunState | null>;
};
