import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { isAlone, personView, readPersonView } from '#lib/people/accounts/people.ts';
import { personOf } from '#lib/people/actor.ts';
import { scopes } from '#lib/people/may.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'Who is asking',
    answers: {
      200: z.object({
        ...personView.shape,
        via: z.enum(['session', 'token']),
        scopes: z.array(z.enum(scopes)).nullable().describe('What the token is for; null is all that its person may'),
        alone: z.boolean().describe('Whether it is the only account, which answers every gate'),
      }),
    },
  },
  async ({ house, actor }) => ({
    ...(await readPersonView(house, personOf(actor).id)),
    via: actor.via,
    scopes: actor.scopes ?? null,
    alone: await isAlone(house),
  }),
);
