'use server';

import { z } from 'zod';
import { action } from '#lib/http/action.ts';
import { sendSignal } from '#lib/runs/send-signal.ts';

/** What the signal carries is text that is JSON, or else text. */
const payload = z.string().transform((text): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
});

export const sendSignalAction = action(
  { may: 'control_run', fields: z.object({ run: z.string(), name: z.string(), payload: payload.default(null) }) },
  async ({ house, actor, fields: { run, name, payload } }) => {
    await sendSignal(house, { runId: run, name, payload, actor });
    return { message: null };
  },
);
