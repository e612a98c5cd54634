'use server';

import { redirect } from 'next/navigation';
import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { assertSameOrigin } from '#lib/http/check-origin.ts';
import { requirePagePrincipal } from '#lib/http/page-principal.ts';
import { paths } from '#lib/paths.ts';
import { forkRun } from '#lib/runs/fork-run.ts';
import { restartRun } from '#lib/runs/restart-run.ts';
import { rollbackRun } from '#lib/runs/rollback-run.ts';
import type { ControlState } from './control-run.ts';
import { rewindRequest } from './rewind-request.ts';

/** Does what the plan said and leads to the run; a refusal comes back in words. */
export async function goBack(_before: ControlState, form: FormData): Promise<ControlState> {
  await assertSameOrigin(currentConsole());
  const { name: by } = await requirePagePrincipal();
  const runId = String(form.get('run'));
  let next = runId;
  try {
    const request = rewindRequest({ runId, by }, (name) => form.get(name)?.toString());
    if (request.verb === 'rollback') await rollbackRun(currentConsole(), request);
    else if (request.verb === 'restart') await restartRun(currentConsole(), request);
    else next = (await forkRun(currentConsole(), request)).id;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'bug') throw error;
    return { message: error.message };
  }
  redirect(paths.run(next));
}
