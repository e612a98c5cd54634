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
};

export type LinkStore = {
  createLink(link: LinkRecord): Promise<void>;
  /** Expired and revoked ones too: what such a link shows is decided by the caller. */
  findLink(tokenHash: string): Promise<LinkRecord | null>;
  /** Newest first, and of very many only those. */
  listLinks(runId: string, gateId: string): Promise<LinkRecord[]>;
  /** Whether this call revoked it. */
  revokeLink(runId: string, gateId: string, linkId: string, at: string): Promise<boolean>;
};
