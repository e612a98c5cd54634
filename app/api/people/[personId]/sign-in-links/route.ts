import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { handOutSignInLink } from '#lib/people/accounts/hand-out-sign-in-link.ts';

export const POST = route(
  {
    may: 'administer',
    summary: 'Makes a one-time sign-in link for somebody else',
    body: z.strictObject({}),
    answers: { 201: z.object({ url: z.string(), expires_at: z.string() }) },
    errors: ['not_found', 'forbidden'],
  },
  async ({ house, params: { personId }, actor, base }) => ({
    status: 201,
    body: await handOutSignInLink(house, actor, personId, base),
  }),
);
