'use server';

import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { assertSameOrigin } from '#lib/http/check-origin.ts';
import { requirePagePrincipal } from '#lib/http/page-principal.ts';
import { sendSignal as deliver } from '#lib/runs/send-signal.ts';
import type { ControlState } from './control-run.ts';

/** Takes a form with `run`, `name` and `payload`; a refusal comes back in words. */
export async function sendSignal(_before: ControlState, form: FormData): Promise<ControlState> {
  await assertSameOrigin(currentConsole());
  const { name: by } = await requirePagePrincipal();
  const text = (name: string) => String(form.get(name) ?? '').trim();
  try {
    await deliver(currentConsole(), {
      runId: text('run'),
      name: text('name'),
      payload: payloadOf(text('payload')),
      by,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'bug') throw error;
    return { message: error.message };
  }
  return { message: null };
}

function payloadOf(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
