import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { apiTokenView, createApiToken, listApiTokens, newApiToken } from '#lib/people/accounts/api-tokens.ts';
import { personOf } from '#lib/people/actor.ts';

export const GET = route(
  {
    may: 'own_account',
    summary: 'Your API tokens, the newest first',
    answers: { 200: z.object({ tokens: z.array(apiTokenView) }) },
  },
  async ({ house, actor }) => ({ tokens: await listApiTokens(house, personOf(actor)) }),
);

export const POST = route(
  {
    may: 'own_account',
    summary: 'Makes an API token of yours; it is told this once',
    body: newApiToken,
    answers: { 201: z.object({ ...apiTokenView.shape, token: z.string() }) },
    errors: ['conflict'],
  },
  async ({ house, actor, body }) => ({ status: 201, body: await createApiToken(house, actor, body) }),
);
