import { route } from '#lib/http/route.ts';
import { endSession } from '#lib/people/accounts/account-sessions.ts';

export const DELETE = route(
  { may: 'own_account', summary: 'Ends one of your sessions', answers: { 204: null }, errors: ['not_found'] },
  async ({ house, params: { sessionId }, actor }) => {
    await endSession(house, actor, sessionId);
    return { status: 204 };
  },
);
