import type { RunGate } from '../../engine/fold/gate-changes.ts';

export type GateRecord = RunGate;

/** Whom a gate asks that names nobody. */
export const anybody = '';

export type GateFilter = { run?: string; status?: GateRecord['status']; limit?: number; cursor?: string };

/** Of the open ones: those that ask one of these names (the empty one is nobody in particular), or those that wait too long at this time. */
export type OpenGateFilter = { askedOf: string[] } | { overdueAt: string };

export type GateStore = {
  readGate(runId: string, gateId: string): Promise<GateRecord | null>;
  /** Newest first; a cursor goes on where a page ended. */
  listGates(filter: GateFilter): Promise<GateRecord[]>;
  pageOfGates(filter: GateFilter & { limit: number }): Promise<{ gates: GateRecord[]; next: string | null }>;
  /** Newest first, and of those that wait too long the ones that do so since last. */
  pageOfOpenGates(
    filter: OpenGateFilter & { limit: number; cursor?: string },
  ): Promise<{ gates: GateRecord[]; next: string | null }>;
  countOpenGates(): Promise<number>;
};
