export type CheckpointRecord = {
  run: string;
  name: string;
  seq: number;
  label: string;
  /** Of the shape of its state. */
  version: number;
  state: unknown;
};

export type CheckpointStore = {
  /** As it was kept, in whatever version. */
  readCheckpoint(runId: string, name: string): Promise<CheckpointRecord | null>;
};
