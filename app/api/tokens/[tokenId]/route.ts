import { route } from '#lib/http/route.ts';
import { revokeApiToken } from '#lib/people/accounts/api-tokens.ts';

export const DELETE = route(
  { may: 'own_account', summary: 'Revokes an API token of yours', answers: { 204: null }, errors: ['not_found'] },
  async ({ house, params: { tokenId }, actor }) => {
    await revokeApiToken(house, actor, tokenId);
    return { status: 204 };
  },
);
