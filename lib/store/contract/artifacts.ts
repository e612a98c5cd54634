export type ArtifactRecord = {
  id: string;
  run: string;
  node: string;
  visit: number;
  attempt: number;
  name: string;
  type: string;
  size: number;
  sha256: string;
  /** The event that announced it. */
  seq: number;
  /** Where the bytes are, relative to the data directory. */
  file: string;
};

export type ArtifactStore = {
  readArtifact(runId: string, id: string): Promise<ArtifactRecord | null>;
  /** In the order in which they were announced. */
  listArtifacts(runId: string): Promise<ArtifactRecord[]>;
};
