'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { plainAction } from '#lib/http/action.ts';
import { paths } from '#lib/paths.ts';
import { resumeRun } from '#lib/runs/resume-run.ts';

/** Resuming a run that is not paused only asks for it to be worked on. */
export const takeUpRunAction = plainAction(
  { may: 'control_run', fields: z.object({ run: z.string() }) },
  async ({ house, actor, fields }) => {
    await resumeRun(house, { runId: fields.run, actor });
    revalidatePath(paths.settings());
  },
);
