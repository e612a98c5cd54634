import { route } from '#lib/http/route.ts';
import { removePasskey } from '#lib/people/passkeys/passkeys.ts';

export const DELETE = route(
  { may: 'own_account', summary: 'Removes a passkey of yours', answers: { 204: null }, errors: ['not_found'] },
  async ({ house, params: { passkeyId }, actor }) => {
    await removePasskey(house, actor, passkeyId);
    return { status: 204 };
  },
);
