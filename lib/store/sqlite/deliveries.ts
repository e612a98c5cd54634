// Who is to be told about which event. Rows are written in the commit of their event, so that no crash comes between the
// two; after that only the outbox changes them: pending until sent, or failed for good.
import type { Database } from 'better-sqlite3';
import type { DeliveryRecord, NewDelivery, Store } from '../contract/store.ts';
import type { Delivery, PrismaClient } from '../generated/client.ts';

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

export function deliveryQueries(
  prisma: PrismaClient,
): Pick<Store, 'nextDelivery' | 'listDeliveries' | 'saveDeliveryAttempt'> {
  return {
    async nextDelivery(exceptTargets) {
      const row = await prisma.delivery.findFirst({
        where: { status: 'pending', target: { notIn: exceptTargets } },
        orderBy: [{ nextAt: 'asc' }, { runId: 'asc' }, { seq: 'asc' }],
      });
      return row && toDeliveryRecord(row);
    },

    async listDeliveries({ limit }) {
      const rows = await prisma.delivery.findMany({
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return rows.map(toDeliveryRecord);
    },

    /** Nothing happens when its run was deleted meanwhile. */
    async saveDeliveryAttempt({ id, status, attempts, nextAt, lastError }) {
      await prisma.delivery.updateMany({ where: { id }, data: { status, attempts, nextAt, lastError } });
    },
  };
}

function toDeliveryRecord({ runId, ...row }: Delivery): DeliveryRecord {
  return {
    ...row,
    run: runId,
    channel: row.channel as DeliveryRecord['channel'],
    status: row.status as DeliveryRecord['status'],
  };
}
