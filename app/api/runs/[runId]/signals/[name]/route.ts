import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { sendSignal } from '#lib/runs/send-signal.ts';

export const POST = route(
  {
    may: 'control_run',
    summary: 'Sends a signal to a run; it is kept until a wait takes it',
    body: z.unknown(),
    answers: { 202: z.object({ ok: z.literal(true) }) },
    errors: ['not_found', 'conflict', 'run_ended'],
  },
  async ({ house, params: { runId, name }, body, actor }) => {
    await sendSignal(house, { runId, name, payload: body, actor });
    return { status: 202, body: { ok: true } };
  },
);
