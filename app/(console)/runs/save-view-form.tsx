'use client';
import { saveViewAction } from '../../_actions/saved-views.ts';
import { useFormAction } from '../../_client/use-form-action.ts';
import { Button } from '../../_components/ui/button.tsx';
import { Field } from '../../_components/ui/field.tsx';
import { Input } from '../../_components/ui/input.tsx';

/** Keeps the filter and the columns that are shown under a name. */
export function SaveViewForm({ list }: { list: string }) {
  const [{ message }, act, isPending] = useFormAction(saveViewAction, { message: null });
  return (
    <form action={act} className="flex flex-col gap-2.5">
      <input type="hidden" name="list" value={list} />
      <Field
        id="view-name"
        label="Name of the view"
        problem={message}
        description="Keeps this filter and these columns for you, in every browser. The same name again replaces it."
      >
        {(control) => <Input name="name" required maxLength={60} autoComplete="off" fit="sm" {...control} />}
      </Field>
      <Button type="submit" disabled={isPending} className="w-full">
        Save this view
      </Button>
    </form>
  );
}
