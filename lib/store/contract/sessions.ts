export type SessionRecord = {
  id: string;
  tokenHash: string;
  principal: string;
  createdAt: string;
  expiresAt: string;
  lastSeenAt: string;
};
export type SignInLinkRecord = { tokenHash: string; principal: string; expiresAt: string };

export type SessionStore = {
  createSession(session: SessionRecord): Promise<void>;
  findSession(tokenHash: string): Promise<SessionRecord | null>;
  touchSession(id: string, at: string): Promise<void>;
  deleteSession(id: string): Promise<void>;
  /** Everybody's, and the sign-in links that were not used yet. */
  deleteAllSessions(): Promise<void>;
  createSignInLink(link: SignInLinkRecord): Promise<void>;
  /** Takes the link away and returns it: it works once. */
  takeSignInLink(tokenHash: string): Promise<SignInLinkRecord | null>;
};
