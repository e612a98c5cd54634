import type { RunGate } from '../../engine/fold/gate-changes.ts';

export type GateRecord = RunGate;

export type GateStore = {
  readGate(runId: string, gateId: string): Promise<GateRecord | null>;
  /** Newest first. */
  listGates(filter: { run?: string; status?: GateRecord['status']; limit?: number }): Promise<GateRecord[]>;
  countOpenGates(): Promise<number>;
};
