import type { NewAuditEntry } from './audit.ts';

/** Who somebody is to an OpenID provider. */
export type IdentityRecord = { issuer: string; subject: string; personId: string; createdAt: string };

export type IdentityStore = {
  findIdentity(issuer: string, subject: string): Promise<IdentityRecord | null>;
  /** False when the provider knows this person as somebody else, or somebody else as this subject. */
  createIdentity(identity: IdentityRecord, audit?: NewAuditEntry): Promise<boolean>;
};
