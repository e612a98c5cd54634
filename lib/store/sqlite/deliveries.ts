// Who is to be told about which event. Rows are written in the commit of their event, so that no crash comes between the
// two; after that only the outbox changes them: pending until sent, or failed for good.
import type { Database } from 'better-sqlite3';
import type { NewDelivery } from '../contract/deliveries.ts';

export function deliveryStatements(db: Database) {
  const insert = db.prepare(
    `INSERT INTO "Delivery" (id, runId, seq, channel, target, status, attempts, nextAt, createdAt)
     VALUES (?, ?, ?, ?, ?, 'pending', 0, ?, ?) ON CONFLICT DO NOTHING`,
  );

  return {
    save(runId: string, { id, seq, channel, target, createdAt }: NewDelivery) {
      insert.run(id, runId, seq, channel, target, createdAt, createdAt);
    },
  };
}
