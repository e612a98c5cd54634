'use client';
import { startBulkAction } from '#app/_actions/bulk.ts';
import { useFormAction } from '#app/_client/use-form-action.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { paths } from '#lib/paths.ts';
import type { BulkPlan } from '#lib/runs/views.ts';
import { runWords } from './run-words.ts';

type Props = { plan: BulkPlan; runs: string[]; isAll: boolean; list: string };

export function BulkForm({ plan: { verb, label, fits }, runs, isAll, list }: Props) {
  const [{ message }, act, isPending] = useFormAction(startBulkAction, { message: null });
  const isHarsh = verb === 'cancel' || verb === 'delete';
  return (
    <form action={act} className="flex flex-col gap-3">
      <input type="hidden" name="verb" value={verb} />
      <input type="hidden" name="list" value={list} />
      {isAll && <input type="hidden" name="all" value="1" />}
      {runs.map((id) => (
        <input key={id} type="hidden" name="run" value={id} />
      ))}
      {verb === 'delete' && fits > 0 && <p className="text-sm">Deleting cannot be undone.</p>}
      {message && (
        <Callout variant="failed" role="alert">
          {message}
        </Callout>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={isHarsh ? 'danger' : 'primary'}
          disabled={isPending || fits === 0}
          className="phone:h-11"
        >
          {label}: {runWords(fits)}
        </Button>
        <ButtonLink href={paths.runsOf(list)} className="phone:h-11">
          Leave everything as it is
        </ButtonLink>
      </div>
    </form>
  );
}
