import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { endOtherSessions, listSessions, sessionView } from '#lib/people/accounts/account-sessions.ts';
import { personOf } from '#lib/people/actor.ts';

export const GET = route(
  {
    may: 'own_account',
    summary: 'Where you are signed in, the newest first',
    answers: { 200: z.object({ sessions: z.array(sessionView) }) },
  },
  async ({ house, actor, request }) => ({ sessions: await listSessions(house, personOf(actor), request.headers) }),
);

export const DELETE = route(
  {
    may: 'own_account',
    summary: 'Ends all your sessions but the one that asks',
    answers: { 200: z.object({ ended: z.number() }) },
  },
  async ({ house, actor, request }) => ({ ended: await endOtherSessions(house, actor, request.headers) }),
);
