import type { NewAuditEntry } from './audit.ts';

/** A link that answers one gate without an account. Only the hash of its token is stored. */
export type LinkRecord = {
  id: string;
  run: string;
  gate: string;
  tokenHash: string;
  name: string | null;
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  revokedBy: string | null;
  /** For whom it was made: a person's id or an address in lower case; null is for anyone. */
  recipient: string | null;
  /** Whether the console itself brought it to its recipient. */
  delivered: boolean;
};

export type LinkStore = {
  createLink(link: LinkRecord, audit: NewAuditEntry): Promise<void>;
  /** Expired and revoked ones too: what such a link shows is decided by the caller. */
  findLink(tokenHash: string): Promise<LinkRecord | null>;
  /** Newest first; a cursor goes on where a page ended. */
  pageOfLinks(
    runId: string,
    gateId: string,
    page: { limit: number; cursor?: string },
  ): Promise<{ links: LinkRecord[]; next: string | null }>;
  /** Whether this call revoked it. */
  revokeLink(
    runId: string,
    gateId: string,
    linkId: string,
    revoked: { by: string; at: string },
    audit: NewAuditEntry,
  ): Promise<boolean>;
};
