// Which events people are told about, and who is told: every webhook of the configuration, its mail addresses, and whom the
// gate asks, by the addresses of their accounts or their own. An information that goes on by itself tells nobody.

import { randomUUID } from 'node:crypto';
import type { Needs } from '../../console/console.ts';
import type { EventOf, RunEvent } from '../../engine/events.ts';
import { isMailAddress, type Notifications } from '../../env.ts';
import { isNamed } from '../../people/who-answers.ts';
import type { NewDelivery } from '../../store/contract/deliveries.ts';
import type { GateRecord } from '../../store/contract/gates.ts';
import type { PersonRecord } from '../../store/contract/people.ts';

const told = ['gate_opened', 'gate_escalated', 'gate_reminded', 'gate_expired', 'run_failed'] as const;
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

function recipientsOf({ webhook, mail }: Notifications, asked: string[]): Recipient[] {
  const addresses = mail ? new Set([...mail.to, ...asked]) : [];
  return [
    ...(webhook?.urls ?? []).map((target): Recipient => ({ channel: 'webhook', target })),
    ...[...addresses].map((target): Recipient => ({ channel: 'mail', target })),
  ];
}

/** Whoever comes to be asked by an event: an escalation tells those who were not asked before. */
function namedBy(event: ToldEvent, gate: GateRecord | undefined): string[] {
  if (event.type === 'gate_escalated') return event.data.to;
  return gate ? [...gate.assignees, ...(gate.escalated_to ?? [])] : [];
}

function addressesOf(people: PersonRecord[], names: string[]): string[] {
  const known = people.flatMap((person) => (person.email && isNamed({ person }, names) ? [person.email] : []));
  return [...new Set([...names.filter(isMailAddress).map((one) => one.toLowerCase()), ...known])].slice(
    0,
    mostAssignees,
  );
}

/** Read before a commit is put together: nothing may come between its parts. */
export function peopleToTell(house: Needs<'env' | 'store'>, events: RunEvent[]): Promise<PersonRecord[]> | null {
  if (!house.env.notifications?.mail || !events.some(isTold)) return null;
  return house.store.listPeople().then((people) => people.filter(({ closedAt }) => closedAt === null));
}

/** What is committed together with these events. `gates` holds every gate that they touch. */
export function deliveriesOf(
  house: Needs<'env'>,
  people: PersonRecord[],
  events: RunEvent[],
  gates: ReadonlyMap<string, GateRecord>,
): NewDelivery[] {
  const { notifications } = house.env;
  if (notifications === null) return [];
  return events.filter(isTold).flatMap((event) => {
    const gate = gates.get(gateIdOf(event) ?? '');
    if (gate?.auto) return [];
    return recipientsOf(notifications, addressesOf(people, namedBy(event, gate))).map((recipient) => ({
      id: randomUUID(),
      seq: event.seq,
      createdAt: event.at,
      ...recipient,
    }));
  });
}
