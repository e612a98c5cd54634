// Entries of the audit log are written in the commit of their act; the sealer comes later and gives them their place in the
// chain, many at once, so that nobody waits for it.
import type { Database } from 'better-sqlite3';
import { toAuditRow } from '../audit-row.ts';
import type { AuditStore, NewAuditEntry } from '../contract/audit.ts';

const endSetting = 'audit_end';

/** Entries are sealed in the order of their ids: those that are not come after the last that is. */
const lastSealed = (columns: string) =>
  `SELECT ${columns} FROM "AuditEntry" WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1`;

type Places = Parameters<AuditStore['sealAudit']>[0];

export function auditStatements(db: Database) {
  const insert = db.prepare(
    'INSERT INTO "AuditEntry" (at, act, who, subject, entry) VALUES (:at, :act, :who, :subject, :entry)',
  );
  const unsealed = db.prepare<[number], { id: number; text: string }>(
    `SELECT id, entry AS text FROM "AuditEntry" WHERE id > coalesce((${lastSealed('id')}), 0) AND number IS NULL
     ORDER BY id LIMIT ?`,
  );
  const last = db.prepare<[], { number: number; hash: string }>(lastSealed('number, hash'));
  const place = db.prepare('UPDATE "AuditEntry" SET number = ?, hash = ? WHERE id = ? AND number IS NULL');
  const keepEnd = db.prepare(
    'INSERT INTO "Setting" (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const end = db.prepare<[string], string>('SELECT value FROM "Setting" WHERE key = ?').pluck();

  return {
    write: (row: ReturnType<typeof toAuditRow>) => insert.run(row),
    save: (entry: NewAuditEntry) => insert.run(toAuditRow(entry)),
    unsealed: (limit: number) => unsealed.all(limit),
    last: () => last.get() ?? null,
    readEnd: () => end.get(endSetting) ?? null,
    seal: db.transaction((places: Places, sealedEnd: string) => {
      for (const { id, number, hash } of places) place.run(number, hash, id);
      keepEnd.run(endSetting, sealedEnd);
    }),
  };
}
