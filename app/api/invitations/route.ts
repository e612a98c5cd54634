import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { createInvitation, invitationView, listInvitations, newInvitation } from '#lib/people/accounts/invitations.ts';

export const GET = route(
  {
    may: 'administer',
    summary: 'Invitations, without their addresses, the newest first',
    answers: { 200: z.object({ invitations: z.array(invitationView) }) },
  },
  async ({ house }) => ({ invitations: await listInvitations(house) }),
);

export const POST = route(
  {
    may: 'administer',
    summary: 'Makes an address that makes an account, once; it is told this once',
    body: newInvitation,
    answers: { 201: z.object({ ...invitationView.shape, url: z.string() }) },
    errors: ['conflict'],
  },
  async ({ house, actor, body, base }) => ({ status: 201, body: await createInvitation(house, actor, body, base) }),
);
