// Sends what is pending: one message at a time to each recipient, so that a slow one holds up nobody else. At least once:
// a process that dies after the send and before it is recorded sends again, under the same delivery id. A message that
// fails is tried five times in all; the link that a failed try carried is taken back.

import { setTimeout as sleep } from 'node:timers/promises';
import { sendMail } from '../../clients/http/mail.ts';
import { postWebhook } from '../../clients/http/webhook.ts';
import type { Needs } from '../../console/console.ts';
import type { Notifications } from '../../env.ts';
import { messageOf } from '../../errors.ts';
import { ownActor } from '../../people/actor.ts';
import { auditEntry } from '../../people/audit/audit-entry.ts';
import type { DeliveryRecord } from '../../store/contract/deliveries.ts';
import { createAlarm } from '../../stream/alarm.ts';
import { chatMessage, webhookAt } from './chat-message.ts';
import { type Notice, noticeOf } from './notice.ts';
import { noticeMail } from './notice-mail.ts';

const second = 1000;
const pauses = [second, 30 * second, 300 * second, 3600 * second];
const afterTrouble = 5 * second;
const longestStop = 2 * second;
/** A machine that slept tells nobody. */
const longestWait = 30 * second;

async function send(settings: Notifications, delivery: DeliveryRecord, notice: Notice, signal: AbortSignal) {
  const { id, channel, target } = delivery;
  if (channel === 'mail' && settings.mail) {
    return sendMail(settings.mail, { to: target, id, ...noticeMail(notice) });
  }
  if (channel === 'webhook' && settings.webhook?.urls.includes(target)) {
    const { url, chat } = webhookAt(target);
    const body = JSON.stringify(chat === null ? { delivery: id, ...notice } : chatMessage(chat, notice));
    return postWebhook({ url, secret: settings.webhook.secret, id, body }, signal);
  }
  throw new Error('this recipient is no longer configured');
}

type Outcome = Pick<DeliveryRecord, 'status' | 'nextAt' | 'lastError'>;

function afterFailure(now: number, attempts: number, error: unknown): Outcome {
  const pause = pauses[attempts - 1];
  const nextAt = new Date(now + (pause ?? 0)).toISOString();
  return { status: pause === undefined ? 'failed' : 'pending', nextAt, lastError: messageOf(error).slice(0, 500) };
}

export type Outbox = { ring(): void; stop(): Promise<void> };

export function startOutbox(house: Needs<'clock' | 'env' | 'store' | 'trouble'>, settings: Notifications): Outbox {
  const { store } = house;
  const alarm = createAlarm();
  const stopping = new AbortController();
  const cutOff = new AbortController();
  const busy = new Map<string, Promise<void>>();

  async function deliver(delivery: DeliveryRecord): Promise<void> {
    const attempts = delivery.attempts + 1;
    let outcome: Outcome = { status: 'sent', nextAt: delivery.nextAt, lastError: null };
    let notice: Notice | null = null;
    try {
      notice = await noticeOf(house, delivery);
      await send(settings, delivery, notice, cutOff.signal);
    } catch (error) {
      outcome = afterFailure(house.clock.now(), attempts, error);
    }
    // The store is closing: the next start sends it again.
    if (cutOff.signal.aborted) return;
    await store.saveDeliveryAttempt({ id: delivery.id, attempts, ...outcome });
    const gate = notice?.gate;
    if (outcome.status === 'sent' || !gate?.link) return;
    const revoked = { by: 'gatehouse', at: new Date().toISOString() };
    const details = { gate: gate.id, link: gate.link.id };
    const audit = auditEntry(ownActor(revoked.by), 'link.revoked', delivery.run, details, revoked.at);
    await store.revokeLink(delivery.run, gate.id, gate.link.id, revoked, audit);
  }

  async function tell(what: string, error: unknown): Promise<void> {
    if (cutOff.signal.aborted) return;
    house.trouble.tell(what, error);
    await sleep(afterTrouble, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
  }

  async function step(): Promise<void> {
    const next = await store.nextDelivery([...busy.keys()]);
    const wait = next ? Date.parse(next.nextAt) - house.clock.now() : longestWait;
    if (!next || wait > 0) {
      await alarm.wait(stopping.signal, Math.min(wait, longestWait));
      return;
    }
    const done = deliver(next)
      .catch((error) => tell(`delivery ${next.id}`, error))
      .finally(() => {
        busy.delete(next.target);
        alarm.ring();
      });
    busy.set(next.target, done);
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) await step().catch((error) => tell('deliveries', error));
  }

  const ended = work();
  return {
    ring: alarm.ring,
    async stop() {
      stopping.abort();
      await Promise.race([Promise.all([ended, ...busy.values()]), sleep(longestStop, undefined, { ref: false })]);
      cutOff.abort();
    },
  };
}
