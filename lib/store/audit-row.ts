// How an entry of the audit log is kept: the exact text that is hashed, and beside it what lists are filtered by.
import { canonicalJson } from '../receipts/canonical-json.ts';
import type { AuditEntry, NewAuditEntry } from './contract/audit.ts';

export type AuditRow = { id: number; entry: string; number: number | null; hash: string | null };

export function toAuditRow(entry: NewAuditEntry) {
  const { at, act, who, subject } = entry;
  return { at, act, who: who.person ?? who.name, subject, entry: canonicalJson(entry) };
}

export function toAuditEntry({ id, entry, number, hash }: AuditRow): AuditEntry {
  return { ...(JSON.parse(entry) as NewAuditEntry), id, number, hash };
}
