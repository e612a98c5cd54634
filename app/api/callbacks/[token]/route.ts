// A background command tells how it ended. The address is the permission: it needs no account, and no page can forge it.

import { z } from 'zod';
import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { route } from '#lib/http/route.ts';
import { countWrongTry } from '#lib/people/wrong-tries.ts';
import { reportByToken } from '#lib/runs/work/report-background.ts';

const body = z.strictObject({
  exit_code: z
    .number()
    .int()
    .min(-(2 ** 31))
    .max(2 ** 32 - 1),
  output: z.string().optional(),
  output_path: z.string().min(1).max(4096).optional(),
});

export const POST = route({ auth: 'none', anyOrigin: true, body }, async ({ request, params, body: report }) => {
  try {
    await reportByToken(currentConsole(), params.token, report);
  } catch (error) {
    const isGuess = error instanceof AppError && error.code === 'not_found';
    if (isGuess) await countWrongTry(currentConsole(), 'callback', clientAddress(request.headers));
    throw error;
  }
  return { ok: true };
});
