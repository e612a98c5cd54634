import type { NewAuditEntry } from './audit.ts';

/** `id` and `publicKey` are base64url. */
export type PasskeyRecord = {
  id: string;
  personId: string;
  name: string;
  publicKey: string;
  /** How often it says it was used; zero for ever where it does not count. */
  counter: number;
  createdAt: string;
  lastUsedAt: string | null;
};

/** What was answered, and until when it could be sent again. */
export type AnsweredChallenge = { hash: string; expiresAt: string };

export type PasskeyStore = {
  findPasskey(id: string): Promise<PasskeyRecord | null>;
  /** Newest first. */
  listPasskeys(personId: string): Promise<PasskeyRecord[]>;
  /** False when there is one with this id, or the challenge was answered before. */
  createPasskey(passkey: PasskeyRecord, challenge: AnsweredChallenge, audit?: NewAuditEntry): Promise<boolean>;
  /** False when the counter has not grown, or the challenge was answered before. */
  countPasskeyUse(use: { id: string; counter: number; at: string }, challenge: AnsweredChallenge): Promise<boolean>;
  /** Whether this call removed it. */
  deletePasskey(personId: string, id: string, audit?: NewAuditEntry): Promise<boolean>;
};
