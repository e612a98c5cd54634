'use client';

import { FilePlus } from 'lucide-react';
import { useFormAction } from '#app/_client/use-form-action.ts';
import { paths } from '#lib/paths.ts';
import { saveConvertedAction } from '../../../../_actions/save-workflow.ts';
import { Button } from '../../../../_components/ui/button.tsx';
import { Field } from '../../../../_components/ui/field.tsx';
import { Input } from '../../../../_components/ui/input.tsx';

/** Saves what is shown as a file of its own; the original stays. */
export function NativeForm({ workflow, etag }: { workflow: string; etag: string }) {
  const [state, save, isSaving] = useFormAction(saveConvertedAction, { message: null }, paths.nativeWorkflow(workflow));
  return (
    <form action={save} className="flex flex-wrap items-start gap-x-3 gap-y-2 p-4">
      <input type="hidden" name="workflow" value={workflow} />
      <input type="hidden" name="etag" value={etag} />
      <Field
        id="native-name"
        label="Name of the new file"
        note="without its ending"
        problem={state.message}
        className="w-80 max-w-full"
      >
        {(control) => (
          <Input name="as" defaultValue={`${workflow}-native`} className="font-mono" required {...control} />
        )}
      </Field>
      <Button type="submit" variant="primary" className="mt-[26px] h-[34px] phone:mt-0 phone:h-11" disabled={isSaving}>
        <FilePlus aria-hidden />
        {isSaving ? 'Saving…' : 'Save as a new file'}
      </Button>
    </form>
  );
}
