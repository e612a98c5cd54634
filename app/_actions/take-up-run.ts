'use server';

import { revalidatePath } from 'next/cache';
import { currentConsole } from '#lib/console/current-console.ts';
import { assertSameOrigin } from '#lib/http/check-origin.ts';
import { requirePagePrincipal } from '#lib/http/page-principal.ts';
import { paths } from '#lib/paths.ts';
import { resumeRun } from '#lib/runs/resume-run.ts';

/** Takes a form with `run`. Resuming a run that is not paused only asks for it to be worked on. */
export async function takeUpRun(form: FormData): Promise<void> {
  await assertSameOrigin(currentConsole());
  const { name: by } = await requirePagePrincipal();
  await resumeRun(currentConsole(), { runId: String(form.get('run')), by });
  revalidatePath(paths.settings());
}
