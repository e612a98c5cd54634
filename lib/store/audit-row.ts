// How an entry of the audit log is kept: the exact text that is hashed, and beside it what lists are filtered by.
import { canonicalJson } from '../receipts/canonical-json.ts';
import type { AuditEntry, NewAuditEntry, SealedEntry } from './contract/audit.ts';

type AuditRow = { id: number; entry: string; number: number | null; hash: string | null };

export function toAuditRow(entry: NewAuditEntry) {
  const { at, act, who, subject } = entry;
  return { at, act, who: who.person ?? who.name, subject, entry: canonicalJson(entry) };
}

type FiledRow = AuditRow & Pick<ReturnType<typeof toAuditRow>, 'at' | 'act' | 'who' | 'subject'>;

/** What is filed under other words than it says is no longer what was sealed. */
export function toSealedEntry({ entry: text, number, hash, at, act, who, subject }: FiledRow): SealedEntry {
  const filed = toAuditRow(JSON.parse(text));
  const isFiled = filed.at === at && filed.act === act && filed.who === who && filed.subject === subject;
  return {
    number: number ?? 0,
    hash: hash ?? '',
    text: isFiled ? text : canonicalJson({ text, at, act, who, subject }),
  };
}

export function toAuditEntry({ id, entry, number, hash }: AuditRow): AuditEntry {
  return { ...(JSON.parse(entry) as NewAuditEntry), id, number, hash };
}
