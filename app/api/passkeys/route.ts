import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { personOf } from '#lib/people/actor.ts';
import { addPasskey, newPasskey } from '#lib/people/passkeys/add-passkey.ts';
import { listPasskeys, passkeyView } from '#lib/people/passkeys/passkeys.ts';

export const GET = route(
  {
    may: 'own_account',
    summary: 'Your passkeys',
    answers: { 200: z.object({ passkeys: z.array(passkeyView) }) },
  },
  async ({ house, actor }) => ({ passkeys: await listPasskeys(house, personOf(actor)) }),
);

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
