import type { NewAuditEntry } from './audit.ts';

/** Single values that must survive a restart. */
export type SettingStore = {
  readSetting(key: string): Promise<string | null>;
  saveSetting(key: string, value: string, audit?: NewAuditEntry): Promise<void>;
};
