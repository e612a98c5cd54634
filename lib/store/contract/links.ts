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

/** The code that was mailed to a link's recipient: one at a time, as a hash; null once it was used. */
export type LinkCodeRecord = {
  linkId: string;
  codeHash: string | null;
  expiresAt: string;
  tries: number;
  /** How many were sent so far. */
  sent: number;
};

export type LinkStore = {
  readLinkCode(linkId: string): Promise<LinkCodeRecord | null>;
  /**
   * In the place of the one before it, unless another was sent meanwhile, or `most` have gone by all links of its recipient
   * to this gate together that were still good after `since`.
   */
  saveLinkCode(
    code: LinkCodeRecord,
    limit: { most: number; since: string },
    audit: NewAuditEntry,
  ): Promise<'saved' | 'another' | 'too many'>;
  /** Whether there was a try left for this code; it is used up by asking. */
  countLinkCodeTry(linkId: string, codeHash: string, most: number): Promise<boolean>;
  /** Whether this call used the code up: only one can. */
  takeLinkCode(linkId: string, codeHash: string): Promise<boolean>;
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
