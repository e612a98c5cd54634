import type { DeliveryRecord, DeliveryStore } from '../contract/deliveries.ts';
import type { Delivery, PrismaClient } from '../generated/client.ts';

export function deliveryQueries(prisma: PrismaClient): DeliveryStore {
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
