'use server';

import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { z } from 'zod';
import { type ActionState, action, plainAction } from '#lib/http/action.ts';
import { paths } from '#lib/paths.ts';
import { endOtherSessions, endSession } from '#lib/people/accounts/account-sessions.ts';
import { createApiToken, revokeApiToken } from '#lib/people/accounts/api-tokens.ts';
import { changeGroup, createGroup, deleteGroup } from '#lib/people/accounts/groups.ts';
import { handOutSignInLink } from '#lib/people/accounts/hand-out-sign-in-link.ts';
import { createInvitation, revokeInvitation } from '#lib/people/accounts/invitations.ts';
import { changePerson } from '#lib/people/accounts/people.ts';
import { roles, scopes } from '#lib/people/may.ts';
import { removePasskey } from '#lib/people/passkeys/passkeys.ts';

/** `secret` is shown this once. */
export type OnceState = ActionState & { secret: string | null };

const role = z.enum(roles);
const refused = ({ message }: { message: string }): OnceState => ({ message, secret: null });

const invited = z.object({ name: z.string(), email: z.string().optional(), role });
export const inviteAction = action<typeof invited, OnceState>(
  { may: 'administer', fields: invited, refused },
  async ({ house, actor, base, fields }) => {
    const { url } = await createInvitation(house, actor, { ...fields, groups: [] }, base);
    revalidatePath(paths.people());
    return { message: null, secret: url };
  },
);

const named = z.object({ person: z.string() });
export const signInLinkAction = action<typeof named, OnceState>(
  { may: 'administer', fields: named, refused },
  async ({ house, actor, base, fields: { person } }) => ({
    message: null,
    secret: (await handOutSignInLink(house, actor, person, base)).url,
  }),
);

const changed = z.object({
  person: z.string(),
  name: z.string().optional(),
  role: role.optional(),
  closed: z.enum(['true', 'false']).optional(),
});
export const changePersonAction = action(
  { may: 'administer', fields: changed },
  async ({ house, actor, form, fields: { person, closed, ...change } }) => {
    const isClosed = closed === undefined ? undefined : closed === 'true';
    // One that was wiped out is none, and not the one before.
    const email = form.has('email') ? String(form.get('email')) : undefined;
    await changePerson(house, actor, person, { ...change, email, closed: isClosed });
    revalidatePath(paths.people());
    return { message: null };
  },
);

export const revokeInvitationAction = plainAction(
  { may: 'administer', fields: z.object({ invitation: z.string() }) },
  async ({ house, actor, fields }) => {
    await revokeInvitation(house, actor, fields.invitation);
    revalidatePath(paths.people());
  },
);

const grouped = z.object({
  group: z.string().optional(),
  name: z.string().optional(),
  members: z.array(z.string()).default([]),
  remove: z.string().optional(),
});
export const saveGroupAction = action(
  { may: 'administer', fields: grouped },
  async ({ house, actor, fields: { group, name = '', members, remove } }) => {
    if (group === undefined) await createGroup(house, actor, { name, members });
    else if (remove === undefined) await changeGroup(house, actor, group, { members });
    else await deleteGroup(house, actor, group);
    revalidatePath(paths.people());
    return { message: null };
  },
);

const wanted = z.object({
  name: z.string(),
  scopes: z.array(z.enum(scopes)).default([]),
  expires: z.string().optional(),
});
export const createTokenAction = action<typeof wanted, OnceState>(
  { may: 'own_account', fields: wanted, refused },
  async ({ house, actor, fields: { name, scopes, expires } }) => {
    const given = { name: name.trim() || 'unnamed', ...(scopes.length > 0 ? { scopes } : {}), expires };
    const { token } = await createApiToken(house, actor, given);
    revalidatePath(paths.profile());
    return { message: null, secret: token };
  },
);

export const revokeTokenAction = plainAction(
  { may: 'own_account', fields: z.object({ token: z.string() }) },
  async ({ house, actor, fields }) => {
    await revokeApiToken(house, actor, fields.token);
    revalidatePath(paths.profile());
  },
);

export const removePasskeyAction = plainAction(
  { may: 'own_account', fields: z.object({ passkey: z.string() }) },
  async ({ house, actor, fields }) => {
    await removePasskey(house, actor, fields.passkey);
    revalidatePath(paths.profile());
  },
);

/** One session, or without its id all but the one that asks. */
export const endSessionAction = plainAction(
  { may: 'own_account', fields: z.object({ session: z.string().optional() }) },
  async ({ house, actor, fields: { session } }) => {
    if (session === undefined) await endOtherSessions(house, actor, await headers());
    else await endSession(house, actor, session);
    revalidatePath(paths.profile());
  },
);
