import type { Gate, GateAnswer } from '../../engine/events.ts';

export type GateRecord = Gate & { run: string; status: 'open' | 'answered' | 'closed'; answer: GateAnswer | null };

export type GateStore = {
  readGate(runId: string, gateId: string): Promise<GateRecord | null>;
  /** Newest first. */
  listGates(filter: { run?: string; status?: GateRecord['status']; limit?: number }): Promise<GateRecord[]>;
  countOpenGates(): Promise<number>;
};
