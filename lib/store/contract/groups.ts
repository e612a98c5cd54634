import type { NewAuditEntry } from './audit.ts';

/** People whom workflows name together. Members are ids of people. */
export type GroupRecord = { id: string; name: string; createdAt: string; members: string[] };

export type GroupStore = {
  /** By name. */
  listGroups(): Promise<GroupRecord[]>;
  readGroup(id: string): Promise<GroupRecord | null>;
  /** False when there is one of this name. */
  createGroup(group: GroupRecord, audit?: NewAuditEntry): Promise<boolean>;
  /** False when there is another of this name. Members that are given take the place of those before. */
  changeGroup(
    id: string,
    change: Partial<Pick<GroupRecord, 'name' | 'members'>>,
    audit?: NewAuditEntry,
  ): Promise<boolean>;
  deleteGroup(id: string, audit?: NewAuditEntry): Promise<void>;
};
