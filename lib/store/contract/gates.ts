import type { RunGate } from '../../engine/fold/gate-changes.ts';

export type GateRecord = RunGate;
/** With what people call its step: it is found by that too. */
export type NamedGate = GateRecord & { node_name?: string };

/** Whom a gate asks that names nobody. */
export const anybody = '';

export type GateFilter = { run?: string; status?: GateRecord['status']; limit?: number };

/** The open ones that ask one of these names (the empty one is nobody in particular), or that wait too long at this time. */
export type OpenGates = { askedOf: string[] } | { overdueAt: string };

/** Each is in the order of a time: when a gate opened, since when it waits too long, when it was answered; newest first. */
export type GateList = { status?: GateRecord['status'] } | OpenGates | { answered: true };

/** Every word must be in what a gate says, in the name of its workflow, or at the beginning of its run's id. */
export type GateSearch = { q?: string | undefined; workflow?: string | undefined };

export type GatePage = GateList & GateSearch & { limit: number; cursor?: string | undefined };

export type GateStore = {
  readGate(runId: string, gateId: string): Promise<GateRecord | null>;
  /** Newest first. */
  listGates(filter: GateFilter): Promise<GateRecord[]>;
  /** A cursor goes on where a page ended. */
  pageOfGates(page: GatePage): Promise<{ gates: GateRecord[]; next: string | null }>;
  /** The open ones that somebody looks after. */
  listClaimedGates(): Promise<GateRecord[]>;
  /** Of all that are open, or of these. */
  countOpenGates(which?: OpenGates): Promise<number>;
};
