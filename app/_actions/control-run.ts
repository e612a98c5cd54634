'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { assertSameOrigin } from '#lib/http/check-origin.ts';
import { requirePagePrincipal } from '#lib/http/page-principal.ts';
import { paths } from '#lib/paths.ts';
import { archiveRun, unarchiveRun } from '#lib/runs/archive-run.ts';
import { cancelRun } from '#lib/runs/cancel-run.ts';
import { pauseRun } from '#lib/runs/pause-run.ts';
import { resumeRun } from '#lib/runs/resume-run.ts';
import { runAgain } from '#lib/runs/run-again.ts';

export type ControlState = { message: string | null };

/** Does what the pressed button says; a refusal comes back in words beside the buttons. */
export async function controlRun(_before: ControlState, form: FormData): Promise<ControlState> {
  await assertSameOrigin(currentConsole());
  const { name: by } = await requirePagePrincipal();
  const runId = String(form.get('run'));
  let next = runId;
  try {
    switch (form.get('verb')) {
      case 'pause':
        await pauseRun(currentConsole(), { runId, by });
        break;
      case 'pause_now':
        await pauseRun(currentConsole(), { runId, by, now: true });
        break;
      case 'resume':
        await resumeRun(currentConsole(), { runId, by });
        break;
      case 'cancel':
        await cancelRun(currentConsole(), { runId, by });
        break;
      case 'archive':
        await archiveRun(currentConsole(), { runId });
        revalidatePath(paths.run(runId));
        break;
      case 'unarchive':
        await unarchiveRun(currentConsole(), { runId });
        revalidatePath(paths.run(runId));
        break;
      case 'again':
        next = (await runAgain(currentConsole(), { runId, by })).id;
        break;
      default:
        return { message: 'Choose what to do with the run.' };
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'bug') throw error;
    return { message: error.message };
  }
  if (next !== runId) redirect(paths.run(next));
  return { message: null };
}
