import type { NewAuditEntry } from './audit.ts';

/** A server command that a person has allowed, by the hash of what would be started. The first approval stays. */
export type ServerApproval = { hash: string; server: string; workflow: string; by: string; at: string };

export type ServerApprovalStore = {
  /** Which of these are approved. */
  approvedServers(hashes: string[]): Promise<string[]>;
  /** All that people have allowed, the newest first. */
  listServerApprovals(): Promise<ServerApproval[]>;
  /** It is asked about again. */
  revokeServer(hash: string, audit: NewAuditEntry): Promise<void>;
};
