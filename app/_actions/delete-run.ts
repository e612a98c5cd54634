'use server';

import { redirect } from 'next/navigation';
import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { assertSameOrigin } from '#lib/http/check-origin.ts';
import { requirePagePrincipal } from '#lib/http/page-principal.ts';
import { paths } from '#lib/paths.ts';
import { deleteRun as deleteForGood } from '#lib/runs/delete-run.ts';
import type { ControlState } from './control-run.ts';

/** Takes a form with `run` and goes to the list of runs; a refusal comes back in words. */
export async function deleteRun(_before: ControlState, form: FormData): Promise<ControlState> {
  await assertSameOrigin(currentConsole());
  await requirePagePrincipal();
  try {
    await deleteForGood(currentConsole(), { runId: String(form.get('run')) });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'bug') throw error;
    return { message: error.message };
  }
  redirect(paths.runs());
}
