'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { AppError } from '#lib/errors.ts';
import { type ActionCall, action } from '#lib/http/action.ts';
import { readFormFields } from '#lib/http/form-fields.ts';
import { paths } from '#lib/paths.ts';
import { assertMay } from '#lib/people/may.ts';
import { isRunVerb, runVerbs } from '#lib/runs/verbs.ts';

/** The pressed button's value: a verb, and behind it what the button says in fields. */
const verb = z.string().default('');

async function act({ house, actor, form }: ActionCall<unknown>, pressed: string, runId: string) {
  const [name = '', said] = pressed.split('?');
  if (!isRunVerb(name)) throw new AppError('bad_request', 'Choose what to do with the run.');
  const chosen = runVerbs[name];
  assertMay(actor, chosen.may);
  const fields = readFormFields(chosen.fields, said === undefined ? form : new URLSearchParams(said));
  return { ...chosen, result: await chosen.act(house, { ...fields, runId, actor }) };
}

/** Does what the pressed button says and leads to where that is seen; a refusal comes back in words. */
export const runVerbAction = action(
  { may: 'control_run', fields: z.object({ verb, run: z.string() }) },
  async (call) => {
    const { run } = call.fields;
    const { leadsTo, result } = await act(call, call.fields.verb, run);
    if (leadsTo === 'new run') redirect(paths.run((result as { id: string }).id));
    if (leadsTo === 'run') redirect(paths.run(run));
    if (leadsTo === 'runs') redirect(paths.runs());
    if (leadsTo === 'redrawn') revalidatePath(paths.run(run));
    return { message: null };
  },
);
