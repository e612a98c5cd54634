import type { RunArtifact } from '../../engine/state.ts';

export type ArtifactRecord = RunArtifact & {
  run: string;
  /** Where the bytes are, relative to the data directory. */
  file: string;
};

export type ArtifactStore = {
  readArtifact(runId: string, id: string): Promise<ArtifactRecord | null>;
  /** Those of them that there are. */
  readArtifacts(runId: string, ids: readonly string[]): Promise<ArtifactRecord[]>;
  /** Those that were announced up to that event. */
  countArtifacts(runId: string, upTo: number): Promise<number>;
  /** In the order in which they were announced. */
  listArtifacts(runId: string): Promise<ArtifactRecord[]>;
  /** The same, a page at a time. */
  pageOfArtifacts(
    runId: string,
    page: { limit: number; cursor?: string },
  ): Promise<{ artifacts: ArtifactRecord[]; next: string | null }>;
};
