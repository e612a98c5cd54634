import type { NewAuditEntry } from './audit.ts';
import type { Role } from './people.ts';

/** An address that makes an account for whoever opens it first. Only the hash of its token is stored. */
export type InvitationRecord = {
  id: string;
  tokenHash: string;
  name: string;
  email: string | null;
  role: Role;
  /** The names of the groups they come into. */
  groups: string[];
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  acceptedAt: string | null;
  /** The id of the person. */
  acceptedBy: string | null;
};

export type InvitationStore = {
  createInvitation(invitation: InvitationRecord, audit?: NewAuditEntry): Promise<void>;
  /** Expired, revoked and accepted ones too. */
  findInvitation(tokenHash: string): Promise<InvitationRecord | null>;
  /** Newest first. */
  listInvitations(): Promise<InvitationRecord[]>;
  /** Whether this call revoked it. */
  revokeInvitation(id: string, at: string, audit?: NewAuditEntry): Promise<boolean>;
  /** Takes it for this person: false when it was taken or revoked already. */
  acceptInvitation(id: string, accepted: { by: string; at: string }, audit?: NewAuditEntry): Promise<boolean>;
};
