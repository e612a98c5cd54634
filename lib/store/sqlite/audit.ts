import type { Database } from 'better-sqlite3';
import { toAuditRow } from '../audit-row.ts';
import type { NewAuditEntry } from '../contract/audit.ts';

export function auditStatements(db: Database) {
  const insert = db.prepare(
    'INSERT INTO "AuditEntry" (at, act, who, subject, entry) VALUES (:at, :act, :who, :subject, :entry)',
  );
  return { save: (entry: NewAuditEntry) => insert.run(toAuditRow(entry)) };
}
