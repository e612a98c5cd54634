'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { AppError } from '#lib/errors.ts';
import { type ActionState, action } from '#lib/http/action.ts';
import { paths } from '#lib/paths.ts';
import { keptFrom } from '#lib/runs/inputs/kept-inputs.ts';
import { readWorkflow } from '#lib/runs/read-workflows.ts';
import { startRun } from '#lib/runs/start-run.ts';
import { readFormInputs } from './form-inputs.ts';

export type StartState = ActionState & {
  /** How often the form was sent. */
  attempt: number;
  problems: Record<string, string>;
  values: Record<string, string>;
};

const unreadable = 'Nothing was started: some inputs need another look.';

const fields = z.object({ workflow: z.string(), from: z.string().optional() });

/** Starts a run and leads to its page, or gives the form back with what was typed and what is wrong with it. */
export const startRunAction = action<typeof fields, StartState>(
  { may: 'start_run', fields, refused: (error, kept) => ({ ...kept, ...wordsOf(error) }) },
  async ({ house, actor, form, fields: { workflow, from }, before, keep }) => {
    const attempt = before.attempt + 1;
    keep({ attempt, values: {} });
    const read = await readFormInputs((await readWorkflow(house, workflow, actor)).inputs, form);
    const { inputs, values, problems } = read;
    keep({ values });
    if (Object.keys(problems).length > 0) return { attempt, message: unreadable, problems, values };
    const complete = from === undefined ? {} : { parent: from, complete: keptFrom(house, from) };
    const { id } = await startRun(house, { workflow, inputs, actor, ...complete });
    redirect(paths.run(id));
  },
);

function wordsOf(error: AppError): Pick<StartState, 'message' | 'problems'> {
  const { problems } = (error.details ?? {}) as { problems?: { input: string; message: string }[] };
  if (error.code !== 'invalid_inputs' || !problems) return { message: error.message, problems: {} };
  const byInput = Object.fromEntries(problems.map(({ input, message }) => [input, message]));
  return { message: Object.keys(byInput).length > 0 ? unreadable : error.message, problems: byInput };
}
