// A person's sessions, as they look after them: where they are signed in, and the way to end one or all.
import { z } from 'zod';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { type SessionRecord, waysIn } from '../../store/contract/sessions.ts';
import { type Actor, type Person, personOf } from '../actor.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { hashToken } from '../secret-token.ts';
import { readSessionCookie } from '../session-cookie.ts';

export const sessionView = z
  .object({
    id: z.string(),
    way_in: z.enum(waysIn),
    address: z.string().nullable(),
    agent: z.string().nullable(),
    created_at: z.string(),
    last_seen_at: z.string(),
    expires_at: z.string(),
    current: z.boolean().describe('Whether it is the one that asks'),
  })
  .meta({ id: 'Session' });
export type SessionView = z.infer<typeof sessionView>;

const isCurrent = (house: Needs<'env'>, headers: Headers, { tokenHash }: SessionRecord) => {
  const token = headers.has('authorization') ? null : readSessionCookie(house, headers);
  return token !== null && hashToken(token) === tokenHash;
};

export async function listSessions(
  house: Needs<'env' | 'store'>,
  person: Pick<Person, 'id'>,
  headers: Headers,
): Promise<SessionView[]> {
  return (await house.store.listSessions(person.id)).map((session) => ({
    id: session.id,
    way_in: session.wayIn,
    address: session.address,
    agent: session.agent,
    created_at: session.createdAt,
    last_seen_at: session.lastSeenAt,
    expires_at: session.expiresAt,
    current: isCurrent(house, headers, session),
  }));
}

export async function endSession({ store }: Needs<'store'>, actor: Actor, id: string): Promise<void> {
  const session = (await store.listSessions(personOf(actor).id)).find((one) => one.id === id);
  if (!session) throw new AppError('not_found', `There is no session ${id}.`);
  await store.deleteSession(id, auditEntry(actor, 'session.ended', id));
}

/** All but the one that asks; with the sign-in links that were not used yet. */
export async function endOtherSessions(house: Needs<'env' | 'store'>, actor: Actor, headers: Headers): Promise<number> {
  const person = personOf(actor);
  const current = (await house.store.listSessions(person.id)).find((one) => isCurrent(house, headers, one));
  const audit = auditEntry(actor, 'session.others_ended', person.id);
  return house.store.deleteSessionsOf(person.id, current?.id, audit);
}
