export type CheckpointRecord = { run: string; name: string; seq: number; label: string; state: unknown };

export type CheckpointStore = {
  readCheckpoint(runId: string, name: string): Promise<CheckpointRecord | null>;
};
