import type { NewAuditEntry } from './audit.ts';

/** What a person's programs come in with. Only the hash of the token is stored. */
export type ApiTokenRecord = {
  id: string;
  tokenHash: string;
  personId: string;
  name: string;
  /** What it may be used for; null is all that its person may. */
  scopes: string[] | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
};

export type ApiTokenStore = {
  createApiToken(token: ApiTokenRecord, audit?: NewAuditEntry): Promise<void>;
  /** Expired and revoked ones too. */
  findApiToken(tokenHash: string): Promise<ApiTokenRecord | null>;
  /** Newest first. */
  listApiTokens(personId: string): Promise<ApiTokenRecord[]>;
  touchApiToken(id: string, at: string): Promise<void>;
  /** Whether this call revoked it. */
  revokeApiToken(personId: string, id: string, at: string, audit?: NewAuditEntry): Promise<boolean>;
};
