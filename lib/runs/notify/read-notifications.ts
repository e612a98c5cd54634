// Who is told, and what became of the last messages. Paths of webhooks and passwords of mail servers are secrets: only
// hosts are shown.
import type { Needs } from '../../console/console.ts';
import type { DeliveryRecord } from '../../store/contract/deliveries.ts';

export type DeliveryView = Pick<DeliveryRecord, 'id' | 'run' | 'status' | 'attempts' | 'createdAt' | 'lastError'> & {
  event: string;
  recipient: string;
};

export type NotificationsView = {
  webhooks: string[];
  mail: { server: string; from: string; to: string[] } | null;
  deliveries: DeliveryView[];
};

const mostShown = 10;

async function viewOf(
  house: Needs<'store'>,
  { run, seq, channel, target, ...delivery }: DeliveryRecord,
): Promise<DeliveryView> {
  const [event] = await house.store.readEvents(run, { after: seq - 1, limit: 1 });
  const { id, status, attempts, createdAt, lastError } = delivery;
  const recipient = channel === 'webhook' ? new URL(target).host : target;
  return { id, run, status, attempts, createdAt, lastError, event: event?.type ?? 'deleted', recipient };
}

/** Null when the configuration names nobody. */
export async function readNotifications(house: Needs<'env' | 'store'>): Promise<NotificationsView | null> {
  const { notifications } = house.env;
  if (notifications === null) return null;
  const { webhook, mail } = notifications;
  const deliveries = await house.store.listDeliveries({ limit: mostShown });
  return {
    webhooks: (webhook?.urls ?? []).map((url) => new URL(url).host),
    mail: mail && { server: new URL(mail.smtpUrl).host, from: mail.from, to: mail.to },
    deliveries: await Promise.all(deliveries.map((delivery) => viewOf(house, delivery))),
  };
}
