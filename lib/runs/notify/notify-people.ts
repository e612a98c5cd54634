// Which events people are told about, and who is told: every webhook of the configuration, its mail addresses, and the
// gate's assignees that are mail addresses. An information that goes on by itself tells nobody.

import { randomUUID } from 'node:crypto';
import type { Needs } from '../../console/console.ts';
import type { EventOf, RunEvent } from '../../engine/events.ts';
import { isMailAddress, type Notifications } from '../../env.ts';
import type { NewDelivery } from '../../store/contract/deliveries.ts';
import type { GateRecord } from '../../store/contract/gates.ts';

const told = ['gate_opened', 'gate_reminded', 'gate_expired', 'run_failed'] as const;
export type ToldEvent = EventOf<(typeof told)[number]>;

/** A workflow may compute its assignees: a mistake there must not become a flood. */
const mostAssignees = 20;

export function isTold(event: RunEvent): event is ToldEvent {
  return (told as readonly string[]).includes(event.type);
}

export function gateIdOf(event: ToldEvent): string | null {
  if (event.type === 'run_failed') return null;
  return event.type === 'gate_opened' ? event.data.gate.id : event.data.gate;
}

type Recipient = Pick<NewDelivery, 'channel' | 'target'>;

function recipientsOf({ webhook, mail }: Notifications, assignees: string[]): Recipient[] {
  const asked = assignees.filter(isMailAddress).slice(0, mostAssignees);
  const addresses = mail ? new Set([...mail.to, ...asked]) : [];
  return [
    ...(webhook?.urls ?? []).map((target): Recipient => ({ channel: 'webhook', target })),
    ...[...addresses].map((target): Recipient => ({ channel: 'mail', target })),
  ];
}

/** What is committed together with these events. `gates` holds every gate that they touch. */
export function deliveriesOf(
  house: Needs<'env'>,
  events: RunEvent[],
  gates: ReadonlyMap<string, GateRecord>,
): NewDelivery[] {
  const { notifications } = house.env;
  if (notifications === null) return [];
  return events.filter(isTold).flatMap((event) => {
    const gate = gates.get(gateIdOf(event) ?? '');
    if (gate?.auto) return [];
    return recipientsOf(notifications, gate?.assignees ?? []).map((recipient) => ({
      id: randomUUID(),
      seq: event.seq,
      createdAt: event.at,
      ...recipient,
    }));
  });
}
