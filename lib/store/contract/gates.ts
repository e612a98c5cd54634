import type { RunGate } from '../../engine/fold/gate-changes.ts';

export type GateRecord = RunGate;

export type GateFilter = { run?: string; status?: GateRecord['status']; limit?: number; cursor?: string };

export type GateStore = {
  readGate(runId: string, gateId: string): Promise<GateRecord | null>;
  /** Newest first; a cursor goes on where a page ended. */
  listGates(filter: GateFilter): Promise<GateRecord[]>;
  pageOfGates(filter: GateFilter & { limit: number }): Promise<{ gates: GateRecord[]; next: string | null }>;
  countOpenGates(): Promise<number>;
};
