// A workflow file of another system in the native language: to be looked at, and to be kept beside the original.
import { convertInWorker } from '../clients/files/parse-worker.ts';
import type { Needs } from '../console/console.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../people/actor.ts';
import { isForeign } from '../workflow/dialects/format-names.ts';
import { readWorkflow } from './read-workflows.ts';
import { saveWorkflow } from './save-workflow.ts';
import type { WorkflowDetail } from './views.ts';

/** `native` is null where there is nothing to convert, or where the file has to be mended first; `why` says which. */
export type ConvertedWorkflow = { workflow: WorkflowDetail } & (
  | { native: string; why: null }
  | { native: null; why: string }
);

export async function readConverted(
  house: Needs<'env' | 'workflows'>,
  name: string,
  actor: Actor,
): Promise<ConvertedWorkflow> {
  const workflow = await readWorkflow(house, name, actor);
  const without = (why: string) => ({ workflow, native: null, why });
  if (workflow.ok && !isForeign(workflow.format)) return without(`${workflow.file} is in the native language already.`);
  const mend = `${workflow.file} has errors. Mend them, then it can be shown in the native language.`;
  if (!workflow.ok) return without(mend);
  const converted = await convertInWorker(house, workflow.source);
  const native = converted.ok ? converted.result.text : null;
  return native === null
    ? without(`${workflow.file} is too large to be shown in the native language.`)
    : { workflow, native, why: null };
}

export type SaveConverted = { workflow: string; as: string; etag: string; actor: Actor };

/** As a new file under another name; the original stays as it is. */
export async function saveConverted(
  house: Needs<'env' | 'store' | 'workflows'>,
  { workflow, as, etag, actor }: SaveConverted,
): Promise<WorkflowDetail> {
  const { workflow: shown, native, why } = await readConverted(house, workflow, actor);
  if (native === null) throw new AppError('conflict', why);
  if (shown.etag !== etag) {
    throw new AppError('wrong_version', `${shown.file} has changed since it was shown; look at it again`);
  }
  return saveWorkflow(house, { workflow: as, source: native, ifMatch: null, isNew: true, actor });
}
