// What a recipient is told about one event, as plain data: read from the store when it is sent, so that it says how the
// gate stands by then. The gate's link is made here for this recipient alone and is known only to the message.
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { paths } from '../../paths.ts';
import { linkActor, ownActor } from '../../people/actor.ts';
import { canBeLinked, createGateLink, linkVoice } from '../../people/gate-links.ts';
import { circumstancesOf, refusalsOf } from '../../people/who-answers.ts';
import type { DeliveryRecord } from '../../store/contract/deliveries.ts';
import type { GateRecord } from '../../store/contract/gates.ts';
import { stateAt } from '../work/live-run.ts';
import { gateIdOf, isTold, type ToldEvent } from './notify-people.ts';

export type NoticeGate = Pick<
  GateRecord,
  | 'id'
  | 'purpose'
  | 'kind'
  | 'status'
  | 'message'
  | 'options'
  | 'assignees'
  | 'opened_at'
  | 'expires_at'
  | 'expires_then'
> & { link: { id: string; url: string; expires_at: string } | null };

export type Notice = {
  event: ToldEvent['type'];
  at: string;
  seq: number;
  run: { id: string; workflow: string; name: string; url: string };
  node: string | null;
  /** Why the run failed. */
  message: string | null;
  gate: NoticeGate | null;
};

const baseUrl = (house: Needs<'env'>) => house.env.publicUrl ?? `http://localhost:${house.env.port}`;

function recipientName({ channel, target }: DeliveryRecord): string {
  return channel === 'webhook' ? new URL(target).host : target;
}

/** Where a gate must know who answers, a link that does not say it is no use: its reader is sent to the console. */
async function couldAnswer(
  house: Needs<'store'>,
  gate: GateRecord,
  { channel, target }: DeliveryRecord,
): Promise<boolean> {
  const state = await stateAt(house, gate.run);
  if (!state) return false;
  const recipient = channel === 'mail' ? target : null;
  const voice = await linkVoice(house, { recipient, delivered: recipient !== null });
  // Whoever reads the mail that brings the link reads the code too.
  const proof = recipient === null ? null : 'code';
  return refusalsOf(gate, linkActor('', '', voice, proof), await circumstancesOf(house, state)).length === 0;
}

async function linkFor(
  house: Needs<'env' | 'store'>,
  gate: GateRecord,
  delivery: DeliveryRecord,
): Promise<NoticeGate['link']> {
  if (gate.status !== 'open' || !canBeLinked(gate) || !(await couldAnswer(house, gate, delivery))) return null;
  const isMail = delivery.channel === 'mail';
  const { id, url, expires_at } = await createGateLink(house, {
    runId: gate.run,
    gateId: gate.id,
    name: recipientName(delivery),
    ...(isMail ? { to: delivery.target, delivered: true } : {}),
    actor: ownActor('notifications'),
    base: baseUrl(house),
  });
  return { id, url, expires_at };
}

async function noticeGate(
  house: Needs<'env' | 'store'>,
  gateId: string,
  delivery: DeliveryRecord,
): Promise<NoticeGate | null> {
  const gate = await house.store.readGate(delivery.run, gateId);
  if (!gate) return null;
  const { id, purpose, kind, status, message, options, assignees, opened_at, expires_at, expires_then } = gate;
  const told = { id, purpose, kind, status, message, options, assignees, opened_at, expires_at, expires_then };
  return { ...told, link: await linkFor(house, gate, delivery) };
}

export async function noticeOf(house: Needs<'env' | 'store'>, delivery: DeliveryRecord): Promise<Notice> {
  const store = house.store;
  const run = await store.readRun(delivery.run);
  const [event] = await store.readEvents(delivery.run, { after: delivery.seq - 1, limit: 1 });
  if (!run || !event || !isTold(event)) throw new AppError('not_found', 'the run was deleted');
  const gateId = gateIdOf(event);
  return {
    event: event.type,
    at: event.at,
    seq: event.seq,
    run: { id: run.id, workflow: run.workflow, name: run.name, url: baseUrl(house) + paths.run(run.id) },
    node: event.type === 'run_failed' ? event.data.node : (event.node ?? null),
    message: event.type === 'run_failed' ? event.data.message : null,
    gate: gateId === null ? null : await noticeGate(house, gateId, delivery),
  };
}
