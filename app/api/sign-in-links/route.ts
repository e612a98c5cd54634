import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { personOf } from '#lib/people/actor.ts';
import { createSignInLink } from '#lib/people/sessions.ts';

export const POST = route(
  {
    may: 'make_sign_in_link',
    summary: 'Makes a one-time sign-in link for oneself; only an API token may',
    body: z.strictObject({}),
    answers: { 201: z.object({ url: z.string(), expires_at: z.string() }) },
  },
  async ({ house, base, actor }) => ({
    status: 201,
    body: await createSignInLink(house, base, new Date(), personOf(actor).id, actor),
  }),
);
