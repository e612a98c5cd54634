import { AppError } from '#lib/errors.ts';
import { route } from '#lib/http/route.ts';
import { archiveRun, unarchiveRun } from '#lib/runs/archive-run.ts';
import { cancelRun } from '#lib/runs/cancel-run.ts';
import { pauseRun } from '#lib/runs/pause-run.ts';
import { resumeRun } from '#lib/runs/resume-run.ts';
import { runAgain } from '#lib/runs/run-again.ts';

const verbs = {
  pause: pauseRun,
  resume: resumeRun,
  cancel: cancelRun,
  again: runAgain,
  archive: archiveRun,
  unarchive: unarchiveRun,
} as const;

export const POST = route({}, async ({ params, principal }) => {
  const { verb, runId } = params;
  if (!Object.hasOwn(verbs, verb)) {
    throw new AppError('not_found', `A run has no "${verb}"; use one of ${Object.keys(verbs).join(', ')}`);
  }
  const result = await verbs[verb as keyof typeof verbs]({ runId, by: principal.name });
  return { status: verb === 'again' ? 201 : 200, body: result };
});
