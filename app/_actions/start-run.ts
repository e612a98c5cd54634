'use server';

import { redirect } from 'next/navigation';
import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { assertSameOrigin } from '#lib/http/check-origin.ts';
import { requirePagePrincipal } from '#lib/http/page-principal.ts';
import { paths } from '#lib/paths.ts';
import { keptFrom } from '#lib/runs/inputs/kept-inputs.ts';
import { readWorkflow } from '#lib/runs/read-workflows.ts';
import { startRun } from '#lib/runs/start-run.ts';
import { readFormInputs } from './form-inputs.ts';

export type StartState = {
  /** How often the form was sent. */
  attempt: number;
  message: string | null;
  problems: Record<string, string>;
  values: Record<string, string>;
};

const unreadable = 'Nothing was started: some inputs need another look.';

type InputProblem = { input: string; message: string };

/** Starts a run and leads to its page, or gives the form back with what was typed and what is wrong with it. */
export async function startRunFromForm(before: StartState, form: FormData): Promise<StartState> {
  await assertSameOrigin(currentConsole());
  const principal = await requirePagePrincipal();
  const attempt = before.attempt + 1;
  let values: Record<string, string> = {};
  let id: string;
  try {
    const workflow = await readWorkflow(currentConsole(), String(form.get('workflow')));
    const read = await readFormInputs(workflow.inputs, form);
    values = read.values;
    if (Object.keys(read.problems).length > 0) {
      return { attempt, message: unreadable, problems: read.problems, values };
    }
    const parent = form.get('from')?.toString() ?? null;
    const complete = parent === null ? {} : { complete: keptFrom(currentConsole(), parent) };
    const request = {
      workflow: workflow.workflow,
      inputs: read.inputs,
      startedBy: principal.name,
      parent,
      ...complete,
    };
    id = (await startRun(currentConsole(), request)).id;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'bug') throw error;
    const problems = inputProblems(error);
    const message = Object.keys(problems).length > 0 ? unreadable : error.message;
    return { attempt, message, problems, values };
  }
  redirect(paths.run(id));
}

function inputProblems(error: AppError): Record<string, string> {
  const { problems } = (error.details ?? {}) as { problems?: InputProblem[] };
  if (error.code !== 'invalid_inputs' || !problems) return {};
  return Object.fromEntries(problems.map(({ input, message }) => [input, message]));
}
