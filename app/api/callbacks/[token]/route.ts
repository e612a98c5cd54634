// A background command tells how it ended. The address is the permission: it needs no account, and no page can forge it.

import { z } from 'zod';
import { AppError } from '#lib/errors.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { route } from '#lib/http/route.ts';
import { countWrongTry } from '#lib/people/wrong-tries.ts';
import { callbackBody, reportByToken } from '#lib/runs/work/report-background.ts';

export const POST = route(
  {
    may: 'anyone',
    anyOrigin: true,
    summary: 'Tells how a background command ended; its address is the permission',
    body: callbackBody,
    answers: { 200: z.object({ ok: z.literal(true) }) },
    errors: ['not_found', 'conflict', 'too_many_requests'],
  },
  async ({ house, request, params, body }) => {
    try {
      await reportByToken(house, params.token, body);
    } catch (error) {
      const isGuess = error instanceof AppError && error.code === 'not_found';
      if (isGuess) await countWrongTry(house, 'callback', clientAddress(request.headers));
      throw error;
    }
    return { ok: true };
  },
);
