import { route } from '#lib/http/route.ts';
import { revokeInvitation } from '#lib/people/accounts/invitations.ts';

export const DELETE = route(
  { may: 'administer', summary: 'Takes an invitation back', answers: { 204: null }, errors: ['not_found'] },
  async ({ house, actor, params: { invitationId } }) => {
    await revokeInvitation(house, actor, invitationId);
    return { status: 204 };
  },
);
