// The audit log: one entry for everything that a person or a token does, written in the act's own commit and never changed
// or taken away afterwards, also not with the run it is about. Its number and its hash in the chain come later, from the sealer.

/** Who acted, as far as was known then. */
export type AuditWho = {
  name: string;
  /** The id of an account, or `mailto:` and an address; absent for somebody with a link and for the console itself. */
  person?: string | undefined;
  via: string;
  door?: string | undefined;
  address?: string | undefined;
};

export type NewAuditEntry = {
  at: string;
  /** `thing.verb_in_the_past`: run.started, link.revoked. New ones need no list. */
  act: string;
  who: AuditWho;
  /** What it was done to: the id of a run, the name of a workflow. */
  subject: string | null;
  /** Short, and nothing that must vanish when a run is deleted. */
  details: Record<string, unknown>;
};

/** Null until it is sealed, moments later. */
export type AuditEntry = NewAuditEntry & { id: number; number: number | null; hash: string | null };

/** An entry in the chain: the exact text that was hashed. */
export type SealedEntry = { number: number; hash: string; text: string };

export type AuditFilter = {
  who?: string | undefined;
  /** A whole act, or the thing alone: `run` finds run.started and run.deleted. */
  act?: string | undefined;
  subject?: string | undefined;
  /** ISO 8601, both included. */
  from?: string | undefined;
  to?: string | undefined;
};

export type AuditStore = {
  /** For an act that writes nothing else. All others hand their entry to the function that writes what they do. */
  recordAudit(entry: NewAuditEntry): Promise<void>;
  /** Newest first; a cursor goes on where a page ended. */
  pageOfAudit(
    filter: AuditFilter & { limit: number; cursor?: string | undefined },
  ): Promise<{ entries: AuditEntry[]; next: string | null }>;
  /** The chain in its order, after a number. */
  readChain(filter: AuditFilter & { after: number; limit: number }): Promise<SealedEntry[]>;
  lastSealed(): Promise<Pick<SealedEntry, 'number' | 'hash'> | null>;
  /** The texts of those that have no place in the chain yet, in the order of their commits. */
  unsealedAudit(limit: number): Promise<{ id: number; text: string }[]>;
  /** Gives entries their place, and keeps the new end. Refused as a whole when a place is taken. */
  sealAudit(places: { id: number; number: number; hash: string }[], end: string): Promise<void>;
  /** The end as it was last sealed. */
  readAuditEnd(): Promise<string | null>;
};
