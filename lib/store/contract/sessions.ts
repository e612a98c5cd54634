import type { NewAuditEntry } from './audit.ts';

/** How somebody proved who they are when the session began. */
export const waysIn = ['link', 'token', 'invitation', 'passkey', 'mail', 'openid'] as const;
export type WayIn = (typeof waysIn)[number];

export type SessionRecord = {
  id: string;
  tokenHash: string;
  personId: string;
  createdAt: string;
  expiresAt: string;
  lastSeenAt: string;
  wayIn: WayIn;
  /** Where it began, and the browser's own words. */
  address: string | null;
  agent: string | null;
};
/** `wayIn` is how it came to whoever uses it. */
export type SignInLinkRecord = { tokenHash: string; personId: string; expiresAt: string; wayIn: WayIn };

export type SessionStore = {
  createSession(session: SessionRecord, audit?: NewAuditEntry): Promise<void>;
  findSession(tokenHash: string): Promise<SessionRecord | null>;
  /** Newest first. */
  listSessions(personId: string): Promise<SessionRecord[]>;
  touchSession(id: string, at: string): Promise<void>;
  deleteSession(id: string, audit?: NewAuditEntry): Promise<void>;
  /** Of this person, but the one to spare; with the sign-in links that were not used yet. */
  deleteSessionsOf(personId: string, exceptId?: string, audit?: NewAuditEntry): Promise<number>;
  /** Everybody's, and the sign-in links that were not used yet. */
  deleteAllSessions(audit?: NewAuditEntry): Promise<void>;
  createSignInLink(link: SignInLinkRecord, audit?: NewAuditEntry): Promise<void>;
  /** Takes the link away and returns it: it works once. */
  takeSignInLink(tokenHash: string): Promise<SignInLinkRecord | null>;
};
