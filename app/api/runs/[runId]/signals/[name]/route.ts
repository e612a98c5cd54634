import { z } from 'zod';
import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { sendSignal } from '#lib/runs/send-signal.ts';

export const POST = route({ body: z.unknown() }, async ({ params, body, principal }) => {
  await sendSignal(currentConsole(), { runId: params.runId, name: params.name, payload: body, by: principal.name });
  return { status: 202, body: { ok: true } };
});
