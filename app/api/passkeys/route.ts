import { route } from '#lib/http/route.ts';
import { addPasskey, newPasskey } from '#lib/people/passkeys/add-passkey.ts';
import { passkeyView } from '#lib/people/passkeys/passkeys.ts';

export const POST = route(
  {
    may: 'own_account',
    summary: 'Adds the passkey that the browser made',
    body: newPasskey,
    answers: { 201: passkeyView },
    errors: ['conflict'],
  },
  async ({ house, actor, body, request }) => ({
    status: 201,
    body: await addPasskey(house, actor, body, request.headers),
  }),
);
