import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { beginPasskey } from '#lib/people/passkeys/add-passkey.ts';

export const POST = route(
  {
    may: 'own_account',
    summary: 'What the browser needs to make a passkey of yours, within five minutes',
    answers: { 200: z.looseObject({ challenge: z.string() }) },
    errors: ['conflict'],
  },
  async ({ house, actor, request }) => {
    const { options, cookie } = await beginPasskey(house, actor, request.headers);
    return { status: 200, body: options, headers: { 'Set-Cookie': cookie } };
  },
);
