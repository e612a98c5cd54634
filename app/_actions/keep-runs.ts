'use server';

import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { assertSameOrigin } from '#lib/http/check-origin.ts';
import { requirePagePrincipal } from '#lib/http/page-principal.ts';
import { archiveRun, unarchiveRun } from '#lib/runs/archive-run.ts';
import { deleteRun } from '#lib/runs/delete-run.ts';
import type { ControlState } from './control-run.ts';

const verbs = { archive: archiveRun, unarchive: unarchiveRun, delete: deleteRun } as const;

/** Does what `verb` says with every chosen `run`; what could not be done comes back in words, the rest is done. */
export async function keepRuns(_before: ControlState, form: FormData): Promise<ControlState> {
  await assertSameOrigin(currentConsole());
  await requirePagePrincipal();
  const name = String(form.get('verb'));
  if (!Object.hasOwn(verbs, name)) return { message: 'Choose what to do with the runs.' };
  const refusals: string[] = [];
  for (const runId of form.getAll('run')) {
    try {
      await verbs[name as keyof typeof verbs](currentConsole(), { runId: String(runId) });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'bug') throw error;
      refusals.push(error.message);
    }
  }
  return { message: refusals.length > 0 ? refusals.join(' ') : null };
}
