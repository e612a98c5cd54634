// How an entry of the audit log is kept: the exact text that is hashed, and beside it what lists are filtered by.
import type { AuditEntry, NewAuditEntry } from './contract/audit.ts';

export type AuditRow = { id: number; entry: string; number: number | null; hash: string | null };

/** Keys in order, at every depth: the same entry is always the same text. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join()}}`;
}

export function toAuditRow(entry: NewAuditEntry) {
  const { at, act, who, subject } = entry;
  return { at, act, who: who.person ?? who.name, subject, entry: canonicalJson(entry) };
}

export function toAuditEntry({ id, entry, number, hash }: AuditRow): AuditEntry {
  return { ...(JSON.parse(entry) as NewAuditEntry), id, number, hash };
}
