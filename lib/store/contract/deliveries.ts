export type DeliveryChannel = 'webhook' | 'mail';

/** One message to one recipient about one event. Its id stays the same however often it is tried. */
export type NewDelivery = { id: string; seq: number; channel: DeliveryChannel; target: string; createdAt: string };
export type DeliveryRecord = NewDelivery & {
  run: string;
  status: 'pending' | 'sent' | 'failed';
  attempts: number;
  nextAt: string;
  lastError: string | null;
};

export type DeliveryStore = {
  /** The pending delivery that is due first, of all recipients but these. */
  nextDelivery(exceptTargets: string[]): Promise<DeliveryRecord | null>;
  /** Newest first. */
  listDeliveries(filter: { limit: number }): Promise<DeliveryRecord[]>;
  /** Nothing happens when its run was deleted meanwhile. */
  saveDeliveryAttempt(
    attempt: Pick<DeliveryRecord, 'id' | 'status' | 'attempts' | 'nextAt' | 'lastError'>,
  ): Promise<void>;
};
