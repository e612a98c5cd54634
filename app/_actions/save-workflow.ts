'use server';
// The editor's forms for browsers without scripts; with them the same is asked of the API, so that typed text never leaves
// the page before it is saved.
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { AppError } from '#lib/errors.ts';
import { type ActionState, action } from '#lib/http/action.ts';
import { paths } from '#lib/paths.ts';
import { saveConverted } from '#lib/runs/convert-workflow.ts';
import { saveWorkflow } from '#lib/runs/save-workflow.ts';
import type { WorkflowDetail } from '#lib/runs/views.ts';

/** What was typed, and what is wrong with it; null before anything was sent. */
export type TextState = ActionState & {
  source: string | null;
  name?: string;
  problems: WorkflowDetail['problems'];
};

function refused(error: AppError, kept: TextState): TextState {
  const { problems = [] } = (error.details ?? {}) as Partial<TextState>;
  return { ...kept, message: error.message, problems };
}

/** Forms send every end of a line as two characters. */
const linesOf = (text: FormDataEntryValue | null) => String(text ?? '').replaceAll('\r\n', '\n');

const edited = z.object({ workflow: z.string(), etag: z.string() });

export const saveWorkflowAction = action<typeof edited, TextState>(
  { may: 'edit_workflow', fields: edited, refused },
  async ({ house, actor, form, fields: { workflow, etag }, keep }) => {
    const source = linesOf(form.get('source'));
    keep({ source });
    await saveWorkflow(house, { workflow, source, ifMatch: etag, actor });
    redirect(paths.workflow(workflow));
  },
);

const added = z.object({ workflow: z.string().default('') });

async function givenText(form: FormData): Promise<string> {
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return linesOf(form.get('source'));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new AppError('bad_request', `${file.name} is not UTF-8 text.`);
  }
}

export const addWorkflowAction = action<typeof added, TextState>(
  { may: 'edit_workflow', fields: added, refused },
  async ({ house, actor, form, fields: { workflow }, keep }) => {
    keep({ name: workflow });
    const source = await givenText(form);
    keep({ source });
    await saveWorkflow(house, { workflow, source, ifMatch: null, isNew: true, actor });
    redirect(paths.workflow(workflow));
  },
);

const converted = z.object({ workflow: z.string(), as: z.string().default(''), etag: z.string() });

export const saveConvertedAction = action(
  { may: 'edit_workflow', fields: converted },
  async ({ house, actor, fields }) => {
    const { workflow } = await saveConverted(house, { ...fields, actor });
    redirect(paths.workflow(workflow));
  },
);
