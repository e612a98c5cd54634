import type { NewAuditEntry } from './audit.ts';

/** From the one who may least to the one who may most; each may what those before may. */
export const roles = ['viewer', 'operator', 'editor', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** The account that every console has. */
export const ownerId = 'owner';

/** The group that needs no members: who administers is in it. */
export const administrators = 'administrators';

export type PersonRecord = {
  id: string;
  /** What workflows may call them by: no two have the same. */
  name: string;
  /** In lower case. */
  email: string | null;
  role: Role;
  /** The names of the groups that they were put into. */
  groups: string[];
  createdAt: string;
  createdBy: string | null;
  /** From when on they may not come in any more. */
  closedAt: string | null;
};

export type PersonChange = Partial<Pick<PersonRecord, 'name' | 'email' | 'role' | 'closedAt'>>;

export type PersonStore = {
  readPerson(id: string): Promise<PersonRecord | null>;
  /** By what workflows call them: a name, or an address in lower case. */
  findPerson(called: string): Promise<PersonRecord | null>;
  /** In the order in which they came. */
  listPeople(): Promise<PersonRecord[]>;
  /** The same, page by page. */
  pageOfPeople(page: { limit: number; cursor?: string | undefined }): Promise<{
    people: PersonRecord[];
    next: string | null;
  }>;
  /** Those who may come in. */
  countPeople(): Promise<number>;
  /** False when the name or the address is somebody else's. */
  createPerson(person: Omit<PersonRecord, 'groups'>, audit?: NewAuditEntry): Promise<boolean>;
  /** False when the name or the address is somebody else's. */
  changePerson(id: string, change: PersonChange, audit?: NewAuditEntry): Promise<boolean>;
};
