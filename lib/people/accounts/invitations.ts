// Invitations: an address that makes an account for whoever opens it first, once, for seven days. Only its hash is kept. Name
// and address are those that the administrator wrote: gates ask by them, so nobody chooses their own.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { paths } from '../../paths.ts';
import type { InvitationRecord } from '../../store/contract/invitations.ts';
import { roles } from '../../store/contract/people.ts';
import type { Actor } from '../actor.ts';
import { auditEntry, type Who } from '../audit/audit-entry.ts';
import { hashToken, isTokenShaped, newToken } from '../secret-token.ts';
import { type Place, startSession } from '../sessions.ts';
import { assertWayOpen } from '../ways-in.ts';
import { assertFree, readEmail, readName } from './account-name.ts';
import { createPerson } from './people.ts';

const life = 7 * 86_400_000;

export const invitationView = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    role: z.enum(roles),
    groups: z.array(z.string()),
    created_by: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    revoked_at: z.string().nullable(),
    accepted_at: z.string().nullable(),
    accepted_by: z.string().nullable(),
  })
  .meta({ id: 'Invitation' });
export type InvitationView = z.infer<typeof invitationView>;

const viewOf = (invitation: InvitationRecord): InvitationView => ({
  id: invitation.id,
  name: invitation.name,
  email: invitation.email,
  role: invitation.role,
  groups: invitation.groups,
  created_by: invitation.createdBy,
  created_at: invitation.createdAt,
  expires_at: invitation.expiresAt,
  revoked_at: invitation.revokedAt,
  accepted_at: invitation.acceptedAt,
  accepted_by: invitation.acceptedBy,
});

export const newInvitation = z.strictObject({
  name: z.string(),
  email: z.string().nullish(),
  role: z.enum(roles).default('operator'),
  groups: z.array(z.string()).max(100).default([]),
});

/** The only time the address is known: it cannot be shown again. */
export async function createInvitation(
  house: Needs<'env' | 'store'>,
  actor: Actor,
  given: z.infer<typeof newInvitation>,
  base: string,
  at = new Date(),
): Promise<InvitationView & { url: string }> {
  assertWayOpen(house, { personId: null, wayIn: 'invitation' });
  const token = newToken();
  const name = readName(given.name, 'person');
  await assertFree(house, name);
  const known = new Set((await house.store.listGroups()).map(({ name }) => name));
  const unknown = given.groups.find((name) => !known.has(name));
  if (unknown !== undefined) throw new AppError('bad_request', `There is no group "${unknown}".`);
  const invitation: InvitationRecord = {
    id: randomUUID(),
    tokenHash: hashToken(token),
    name,
    email: readEmail(given.email),
    role: given.role,
    groups: given.groups,
    createdBy: actor.name,
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + life).toISOString(),
    revokedAt: null,
    acceptedAt: null,
    acceptedBy: null,
  };
  const { email, role, groups, createdAt } = invitation;
  const audit = auditEntry(actor, 'invitation.made', invitation.id, { name, email, role, groups }, createdAt);
  await house.store.createInvitation(invitation, audit);
  return { ...viewOf(invitation), url: `${base}${paths.join()}?token=${token}` };
}

export async function listInvitations({ store }: Needs<'store'>): Promise<InvitationView[]> {
  return (await store.listInvitations()).map(viewOf);
}

export async function revokeInvitation(
  { store }: Needs<'store'>,
  actor: Actor,
  id: string,
  at = new Date().toISOString(),
): Promise<void> {
  if (await store.revokeInvitation(id, at, auditEntry(actor, 'invitation.revoked', id, {}, at))) return;
  throw new AppError('not_found', `There is no invitation ${id} that could be taken back.`);
}

/** The invitation behind a token, or null alike for unknown, expired, revoked and accepted ones. */
export async function findInvitation(
  { store }: Needs<'store'>,
  token: unknown,
  at = new Date(),
): Promise<InvitationRecord | null> {
  if (!isTokenShaped(token)) return null;
  const invitation = await store.findInvitation(hashToken(token));
  const isOpen = invitation && invitation.revokedAt === null && invitation.acceptedAt === null;
  return isOpen && invitation.expiresAt > at.toISOString() ? invitation : null;
}

/** Makes the account and signs its person in; returns the session's token, which only the browser keeps. */
export async function acceptInvitation(
  house: Needs<'env' | 'store'>,
  { token, from }: { token: unknown; from: Place },
  at = new Date(),
): Promise<string> {
  assertWayOpen(house, { personId: null, wayIn: 'invitation' });
  const invitation = await findInvitation(house, token, at);
  if (!invitation) throw new AppError('not_found', 'This invitation was used already, taken back, or has expired.');
  const { name, email, role, groups, createdBy } = invitation;
  const who: Who = { name, person: null, via: 'invitation', door: 'console', address: from.address };
  const person = await createPerson(house, who, { name, email, role, groups }, at, createdBy);
  const accepted = { by: person.id, at: at.toISOString() };
  const audit = auditEntry(who, 'invitation.accepted', invitation.id, { person: person.id }, accepted.at);
  if (!(await house.store.acceptInvitation(invitation.id, accepted, audit))) {
    await house.store.changePerson(person.id, { closedAt: at.toISOString(), name: person.id, email: null });
    throw new AppError('not_found', 'This invitation was used already, taken back, or has expired.');
  }
  return startSession(house, { personId: person.id, wayIn: 'invitation', from }, at);
}
