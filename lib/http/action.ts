// The one wrapper of server actions, the twin of route(): origin, then who, what they may, the fields, and only then the
// work. Next lets a request without Origin through, so the origin is checked here. What is the user's to mend comes back as
// state, in words; a redirect and a bug go their own way.
import { headers } from 'next/headers.js';
import type { z } from 'zod';
import type { Console } from '../console/console.ts';
import { currentConsole } from '../console/current-console.ts';
import { AppError, errorStatus } from '../errors.ts';
import { requestHeader } from '../html/security-headers.ts';
import { assertSees } from '../people/access.ts';
import type { Actor } from '../people/actor.ts';
import type { Right } from '../people/may.ts';
import { enterPage } from './enter-page.ts';
import { readFormFields } from './form-fields.ts';
import { checkHost, checkOrigin, linkBase } from './own-origin.ts';

/** What most forms show of an action. */
export type ActionState = { message: string | null };

export type ActionCall<Fields> = {
  house: Console;
  actor: Actor;
  fields: Fields;
  /** For what the fields do not name. */
  form: FormData;
  /** Where links that we hand out begin. */
  base: string;
};

type Options<Fields extends z.ZodObject> = { may: Right; fields: Fields };

async function enter<Fields extends z.ZodObject>(
  { may, fields }: Options<Fields>,
  form: FormData,
): Promise<() => ActionCall<z.infer<Fields>>> {
  const given = await headers();
  const { publicUrl } = currentConsole().env;
  const host = checkHost(given, publicUrl);
  checkOrigin(given, host, publicUrl);
  if (!((form as unknown) instanceof FormData))
    throw new AppError('bad_request', 'The action was called without a form.');
  // From here on a failure is ours, unless it says otherwise.
  await noteStatus(errorStatus.internal);
  const { house, actor } = await enterPage(may);
  for (const run of form.getAll('run')) if (typeof run === 'string') await assertSees(house, actor, run);
  const base = linkBase(host, publicUrl);
  return () => ({ house, actor, fields: readFormFields(fields, form), form, base });
}

/** For the server in front, which tells a form that cannot be read from a failure. */
async function noteStatus(status: number): Promise<void> {
  const request = (await headers()).get(requestHeader);
  if (request) currentConsole().actionStatus.set(request, status);
}

type Stateful<State> = {
  before: State;
  /** Changes the state that a refusal gives back: what was typed stays in the form. */
  keep: (changes: Partial<State>) => void;
};

/** For useActionState. `refused` says what the form shows of an error; without it, its message. */
export function action<Fields extends z.ZodObject, State extends ActionState = ActionState>(
  options: Options<Fields> & { refused?: (error: AppError, kept: State) => State },
  handle: (call: ActionCall<z.infer<Fields>> & Stateful<State>) => Promise<State>,
) {
  const refused = options.refused ?? ((error, kept) => ({ ...kept, message: error.message }));
  return async (before: State, form: FormData): Promise<State> => {
    const call = await enter(options, form);
    let kept = before;
    const keep = (changes: Partial<State>) => {
      kept = { ...kept, ...changes };
    };
    try {
      return await handle({ ...call(), before, keep });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'bug') throw error;
      return refused(error, kept);
    }
  };
}

/** For a form that shows nothing of it: what is refused is drawn as the page's error. */
export function plainAction<Fields extends z.ZodObject>(
  options: Options<Fields>,
  handle: (call: ActionCall<z.infer<Fields>>) => Promise<void>,
) {
  return async (form: FormData): Promise<void> => {
    const call = await enter(options, form);
    try {
      await handle(call());
    } catch (error) {
      // No form of ours sends such fields, so nobody needs a page about them.
      if (error instanceof AppError && error.code === 'bad_request') await noteStatus(errorStatus.bad_request);
      throw error;
    }
  };
}
